#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "chess/types.h"
#include "util/check.h"

namespace stillpoint {

// One learned number. Every update pulls the old value towards zero in proportion to the new evidence, so
// that the value stays within its limit and recent searches weigh more: the only place where histories
// change. A slightly negative start makes untried moves rank below those that once worked.
template <int kLimit, int kStart = 0>
class History {
    static_assert(kLimit < 32768 && -kLimit <= kStart && kStart <= kLimit);

public:
    operator int() const { return value_; }
    void operator=(int value) { value_ = static_cast<std::int16_t>(value); }
    void update(int bonus) {
        const int b = std::clamp(bonus, -kLimit, kLimit);
        value_ = static_cast<std::int16_t>(value_ + b - value_ * std::abs(b) / kLimit);
        STILLPOINT_ASSERT(std::abs(int{value_}) <= kLimit);
    }
    static constexpr int limit() { return kLimit; }

private:
    std::int16_t value_ = kStart;
};

// By the moving piece and its target.
template <int kLimit, int kStart = 0>
using PieceToHistory = ByPiece<BySquare<History<kLimit, kStart>>>;

// What followed a given move of a given piece.
inline constexpr int kContinuationLimit = 30000;
using ContinuationHistory = PieceToHistory<kContinuationLimit, -450>;

// How wrong the static evaluation was after two given moves, in 256ths of a centipawn.
inline constexpr int kCorrectionLimit = 1024 * 16;
using ContinuationCorrection = PieceToHistory<kCorrectionLimit>;

}  // namespace stillpoint
