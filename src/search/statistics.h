#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "chess/move.h"
#include "chess/position.h"
#include "chess/types.h"
#include "search/score.h"
#include "util/check.h"

namespace stillpoint {

// One learned number. Every update pulls the old value towards zero in proportion to the new evidence, so
// that the value stays within its limit and recent searches weigh more: the only place where statistics
// change.
template <int kLimit>
class Statistic {
    static_assert(kLimit < 32768);

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
    std::int16_t value_ = 0;
};

template <int kLimit>
using PieceToTable = ByPiece<BySquare<Statistic<kLimit>>>;

// What followed a given move of a given piece; one such table for each piece and target square.
using ContinuationTable = PieceToTable<30000>;

// Everything a worker learns about moves. About six megabytes; one per thread, nothing shared.
struct Statistics {
    static constexpr std::size_t kPawnSlots = 512;
    static constexpr int kLowPlies = 5;

    // By colour, from and to square; by piece and target; captures by piece, target and victim.
    ByColor<std::array<Statistic<7183>, 4096>> butterfly;
    PieceToTable<7183> piece_to;
    ByPiece<BySquare<std::array<Statistic<10692>, kPieceTypes>>> capture;
    std::array<PieceToTable<8192>, kPawnSlots> pawn;
    std::array<std::array<Statistic<7183>, 4096>, kLowPlies> low_ply;
    // After a move of this piece to this square, told apart by whether it answered a check or captured.
    std::array<std::array<ByPiece<BySquare<ContinuationTable>>, 2>, 2> continuation;
    ByPiece<BySquare<Move>> countermove;

    static std::size_t pawn_slot(const Position& pos) { return pos.partial_keys().pawns & (kPawnSlots - 1); }

    void clear();
};

// Systematic errors of the static evaluation, learned by pieces of the position.
struct Corrections {
    static constexpr std::size_t kSlots = 16384;
    static constexpr int kLimit = 1024 * 16;  // 256ths of a centipawn
    using Entry = Statistic<kLimit>;

    ByColor<std::array<Entry, kSlots>> pawn;
    ByColor<std::array<Entry, kSlots>> minor;
    ByColor<ByColor<std::array<Entry, kSlots>>> non_pawn;  // [side to move][whose pieces]
    ByPiece<BySquare<PieceToTable<kLimit>>> continuation;

    static std::size_t slot(Key key) { return key & (kSlots - 1); }
};

}  // namespace stillpoint
