#pragma once

namespace stillpoint {

// Whether std::thread can be used. WebAssembly has threads only where pages may share memory, and our build
// for all other pages goes without.
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool kHasThreads = false;
#else
inline constexpr bool kHasThreads = true;
#endif

}  // namespace stillpoint
