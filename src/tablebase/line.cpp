#include <cstdlib>
#include <limits>

#include "tablebase/fathom.h"
#include "tablebase/root.h"

namespace stillpoint::tablebase {

namespace {

// How long the way is after a zeroing move: dtz alone does not tell a queen from a rook when promoting.
int distance_after(Position& pos, Move m) {
    pos.make(m);
    int distance = 0;  // mate on the board
    if (pos.has_legal_move()) {
        const auto root = fathom::root(pos);
        distance = root ? std::abs(root->dtz) : std::numeric_limits<int>::max();
    }
    pos.undo();
    return distance;
}

Move choose_move(Position& pos, const RootRanking& ranking) {
    const RankedMove& best = ranking.best();
    if (best.outcome != Outcome::Win || !best.zeroing) return best.move;
    Move chosen = best.move;
    int shortest = std::numeric_limits<int>::max();
    for (const RankedMove& candidate : ranking.moves) {
        if (candidate.rank != best.rank || candidate.dtz != best.dtz || !candidate.zeroing) continue;
        const int distance = distance_after(pos, candidate.move);
        if (distance >= shortest) continue;
        shortest = distance;
        chosen = candidate.move;
    }
    return chosen;
}

}  // namespace

std::vector<Move> winning_line(const Position& pos, const LineLimits& limits) {
    const auto deadline = std::chrono::steady_clock::now() + limits.budget;
    std::vector<Move> line;
    Position at = pos;
    while (static_cast<int>(line.size()) < limits.max_plies && std::chrono::steady_clock::now() < deadline) {
        // As if repeated: a line shown to somebody should go straight ahead.
        const auto ranking = rank_root_moves(at, {.use_rule50 = limits.use_rule50, .has_repeated = true});
        if (!ranking || ranking->by != RankedBy::Dtz || ranking->best().outcome == Outcome::Draw) break;
        line.push_back(choose_move(at, *ranking));
        at.make(line.back());
    }
    return line;
}

}  // namespace stillpoint::tablebase
