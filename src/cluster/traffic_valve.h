#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "search/peers.h"

namespace stillpoint::cluster {

using Microseconds = std::int64_t;
inline constexpr Microseconds kMillisecond = 1000, kSecond = 1000 * kMillisecond;

// Keeps the bytes a second under a limit: mostly by the depth from which on results are worth sending, which
// follows the traffic; where that is too slow, by what may be sent right now.
class TrafficValve {
public:
    explicit TrafficValve(std::int64_t bytes_per_second) : limit_(bytes_per_second) {}

    void set_limit(std::int64_t bytes_per_second) { limit_ = bytes_per_second; }
    // Any thread may ask.
    int depth() const { return depth_.load(std::memory_order_relaxed); }

    // Bytes that may be sent now.
    std::int64_t allowance(Microseconds now) {
        const Microseconds passed = std::clamp<Microseconds>(now - filled_, 0, kBurst);
        filled_ = now;
        const std::int64_t most = limit_ * kBurst / kSecond;
        allowance_ = std::min(allowance_ + limit_ * passed / kSecond, most);
        return std::max<std::int64_t>(allowance_, 0);
    }
    void sent(std::int64_t bytes) {
        allowance_ -= bytes;
        bytes_ += bytes;
    }
    // They would have been sent if they had been allowed to.
    void dropped(std::int64_t bytes) { bytes_ += bytes; }

    // Now and then: adapts the depth. One ply more or less about halves or doubles the traffic.
    void adapt(Microseconds now) {
        const Microseconds passed = now - adapted_;
        if (passed < kAdaptEvery) return;
        const std::int64_t rate = bytes_ * kSecond / passed;
        if (rate > limit_)
            depth_ = std::min(depth() + 1, kDeepest);
        else if (rate < limit_ / 3)
            depth_ = std::max(depth() - 1, kLeastSharedDepth);
        bytes_ = 0;
        adapted_ = now;
    }

private:
    static constexpr Microseconds kBurst = 100 * kMillisecond, kAdaptEvery = 50 * kMillisecond;
    static constexpr int kDeepest = 30;

    std::atomic<std::int64_t> limit_;
    std::atomic<int> depth_{kLeastSharedDepth};
    std::int64_t allowance_ = 0, bytes_ = 0;
    Microseconds filled_ = 0, adapted_ = 0;
};

}  // namespace stillpoint::cluster
