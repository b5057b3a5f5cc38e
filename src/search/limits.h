#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chess/move.h"
#include "chess/types.h"
#include "util/stopwatch.h"

namespace stillpoint {

// What a search may use up. Nothing set means: until told to stop.
struct Limits {
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;       // exact with one thread
    std::optional<std::uint64_t> soft_nodes;  // finishes the iteration in which it is passed
    std::optional<int> mate;                  // in moves
    std::optional<Milliseconds> move_time;
    ByColor<std::optional<Milliseconds>> clock;
    ByColor<Milliseconds> increment{};
    int moves_to_go = 0;  // 0: the rest of the game
    bool infinite = false;
    bool ponder = false;
    std::vector<Move> search_moves;  // empty: all
    std::int64_t node_time = 0;      // nodes that count as a millisecond; 0: real time

    bool uses_clock(Color us) const { return clock[us].has_value(); }
    // Whether the search is sure to end by itself, sooner or later.
    bool has_end(Color us) const { return depth || nodes || soft_nodes || move_time || uses_clock(us); }
    // Whether it is told when to end. A mate that is not there is looked for in vain.
    bool is_bounded(Color us) const { return has_end(us) || mate; }
};

}  // namespace stillpoint
