#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "chess/move.h"
#include "chess/position.h"
#include "nnue/network.h"
#include "nnue/refresh_cache.h"
#include "util/check.h"

namespace stillpoint::nnue {

// The first layer's sums along the line being searched. Making a move only records what changed; the sums
// are brought up to date when a position is evaluated, or before when there is time.
//
// The caller keeps it in step with its position: push() what Position::make returned, pop() on undo, nothing
// for null moves. One per thread, with one network until change_network().
class AccumulatorStack {
public:
    // Deeper than any search goes, the root included.
    static constexpr int kMaxPlies = 264;

    AccumulatorStack();

    // Must be called before reset() if the network is another one.
    void change_network() { cache_.forget(); }
    // Begins a new line.
    void reset();
    void push(const PieceChanges& changes) {
        STILLPOINT_ASSERT(top_ + 1 < kMaxPlies);
        plies_[++top_] = {.changes = changes, .known = {false, false}};
    }
    void pop() {
        STILLPOINT_ASSERT(top_ > 0);
        --top_;
    }

    // After push(): brings the sums up to date where that is one small step. Not every position is evaluated,
    // but a search has nothing better to do while the table's entry comes from memory.
    void keep_up(const Position& pos, const Network& network);

    // In centipawns from the side to move's view, within layers::kMaxEval.
    int evaluate(const Position& pos, const Network& network);
    // One side's up-to-date sums, kHidden of them.
    const std::int16_t* values(Color side, const Position& pos, const Network& network) {
        if (!plies_[top_].known[index(side)]) bring_up_to_date(side, pos, network.weights);
        return sums(top_, side);
    }

private:
    struct alignas(simd::kAlignment) Sums {
        std::int16_t values[kHidden];
    };
    // Kept apart from the sums, so that looking back for the last known ones touches few cache lines.
    struct Ply {
        PieceChanges changes;  // that led here
        bool known[2];         // by side: the sums are up to date
    };

    std::int16_t* sums(int ply, Color side) { return sums_[2 * ply + index(side)].values; }
    void bring_up_to_date(Color side, const Position& pos, const Weights& weights);
    template <std::size_t kSides>
    void step(int ply, const std::array<Color, kSides>& sides, const Position& pos, const Weights& weights);

    int top_ = 0;
    std::unique_ptr<Ply[]> plies_;
    std::unique_ptr<Sums[]> sums_;  // two for each ply
    RefreshCache cache_;
};

}  // namespace stillpoint::nnue
