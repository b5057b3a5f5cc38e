#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stillpoint {

// Whether std::thread can be used. WebAssembly has threads only where pages may share memory; our build for
// all other pages has none.
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool kHasThreads = false;
#else
inline constexpr bool kHasThreads = true;
#endif

// Cores this process may use, at least one. Respects taskset, and so Slurm's bindings.
int available_cores();

// Mebibytes of memory this process may hope for: the machine's, or its container's. 0 if the system doesn't
// say.
std::uint64_t memory_mebibytes();

// Mebibytes of memory that nobody uses yet, on the machine or in its container. Nothing if the system doesn't
// say.
std::optional<std::uint64_t> free_mebibytes();

// For a thread that has little to do but is waited for, like one that hears `stop`: where all cores are busy,
// the scheduler serves it at once instead of after some milliseconds, and in return for a shorter time. Does
// nothing where the system can't.
void ask_for_short_turns();

// Path of the running program; empty if the system doesn't say.
std::string own_program();

}  // namespace stillpoint
