#pragma once

#include <chrono>
#include <cstdint>

namespace stillpoint {

using Milliseconds = std::int64_t;

// Time measured by a clock that never jumps.
class Stopwatch {
public:
    Stopwatch() : start_(Clock::now()) {}
    Milliseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_;
};

}  // namespace stillpoint
