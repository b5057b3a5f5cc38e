#pragma once

namespace stillpoint::test {

// Builds with assertions or sanitizers are ten times slower and check more: they get less to do.
#ifdef STILLPOINT_ASSERTS
inline constexpr bool kSlowBuild = true;
#else
inline constexpr bool kSlowBuild = false;
#endif

constexpr int effort(int fast, int slow) { return kSlowBuild ? slow : fast; }

}  // namespace stillpoint::test
