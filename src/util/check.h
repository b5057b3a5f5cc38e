#pragma once

#include <cstdio>
#include <cstdlib>

// The only assertion macro. Active in debug and sanitizer builds, absent (not even evaluated) otherwise.
#ifdef STILLPOINT_ASSERTS
#define STILLPOINT_ASSERT(condition)                                                               \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::fprintf(stderr, "%s:%d: assertion failed: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                                          \
        }                                                                                          \
    } while (false)
#else
#define STILLPOINT_ASSERT(condition) static_cast<void>(0)
#endif
