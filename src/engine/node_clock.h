#pragma once

#include <algorithm>
#include <cstdint>

#include "chess/types.h"
#include "search/limits.h"

namespace stillpoint {

// A chess clock that counts nodes instead of time, for tests that must come out the same on every machine
// (option `nodestime`). The real clock is read once, at the game's first move; from then on a budget of nodes
// is kept here, and the real clock no longer matters.
class NodeClock {
public:
    void reset() { sides_ = {}; }

    // At each `go` with a clock: what it shows, and how many nodes count as a millisecond. Returns what is
    // left in milliseconds worth of nodes.
    Milliseconds on_go(Color us, Milliseconds shown, int moves_to_go, std::int64_t nodes_per_ms) {
        Side& side = sides_[us];
        if (side.nodes_per_ms != nodes_per_ms) {
            side = {};
            side.nodes_per_ms = nodes_per_ms;
            side.initial = side.left = to_nodes(shown, nodes_per_ms);
        } else if (side.last_moves_to_go > 0 && moves_to_go > side.last_moves_to_go) {
            // A time control was reached: the clock has gained its time again.
            side.left += side.initial;
        }
        side.last_moves_to_go = moves_to_go;
        return side.left / nodes_per_ms;
    }

    // After each move.
    void on_answer(Color us, std::uint64_t nodes_used, Milliseconds increment) {
        Side& side = sides_[us];
        if (side.nodes_per_ms == 0) return;
        const auto used = static_cast<std::int64_t>(std::min<std::uint64_t>(nodes_used, kMost));
        side.left =
            std::clamp<std::int64_t>(side.left - used + to_nodes(increment, side.nodes_per_ms), 0, kMost);
    }

private:
    // Far beyond any game, and far from overflowing when added up.
    static constexpr std::int64_t kMost = std::int64_t{1} << 60;

    struct Side {
        std::int64_t nodes_per_ms = 0;  // 0: no clock seen yet
        std::int64_t initial = 0;
        std::int64_t left = 0;
        int last_moves_to_go = 0;
    };

    static std::int64_t to_nodes(Milliseconds time, std::int64_t nodes_per_ms) {
        return std::clamp<Milliseconds>(time, 0, kMost / nodes_per_ms) * nodes_per_ms;
    }

    ByColor<Side> sides_{};
};

}  // namespace stillpoint
