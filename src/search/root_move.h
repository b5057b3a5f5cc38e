#pragma once

#include <vector>

#include "chess/move.h"
#include "search/score.h"
#include "search/table.h"

namespace stillpoint {

// A legal move of the root with all that is known about it.
struct RootMove {
    explicit RootMove(Move m) : pv{m} {}

    Move move() const { return pv.front(); }
    // Of this iteration, or of the last one where this one came to no result.
    Score known_score() const { return score == -kInfiniteScore ? previous_score : score; }

    Score score = -kInfiniteScore;           // this iteration; -infinite if it was not the best of its turn
    Score previous_score = -kInfiniteScore;  // last iteration
    Score mean_score = -kInfiniteScore;      // running mean, the centre of the next window
    std::int64_t mean_square = -1;           // running mean of the squared score; -1: none yet
    Score shown_score = -kInfiniteScore;     // for output, with its bound
    Bound shown_bound = Bound::Exact;
    int selective_depth = 0;
    std::uint64_t effort = 0;  // nodes spent below
    int tablebase_rank = 0;
    Score tablebase_score = kNoScore;
    std::vector<Move> pv;
};

// Moves of the same tablebase class compete by score, those of better classes come first.
inline bool comes_before(const RootMove& a, const RootMove& b) {
    if (a.tablebase_rank != b.tablebase_rank) return a.tablebase_rank > b.tablebase_rank;
    return a.score != b.score ? a.score > b.score : a.previous_score > b.previous_score;
}

}  // namespace stillpoint
