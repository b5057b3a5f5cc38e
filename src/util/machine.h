#pragma once

#include <string>

namespace stillpoint {

// Whether std::thread can be used. WebAssembly has threads only where pages may share memory, and our build
// for all other pages goes without.
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool kHasThreads = false;
#else
inline constexpr bool kHasThreads = true;
#endif

// Cores this process may use; at least one. Knows of taskset, and so of Slurm's bindings.
int available_cores();

// Path of the file this process runs; empty if the system doesn't tell.
std::string own_program();

}  // namespace stillpoint
