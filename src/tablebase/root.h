#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "tablebase/wdl.h"
#include "util/result.h"

// What the tables say about a position as a whole. Not for the search's inner nodes: it is slow, and calls
// from several threads wait for each other.
namespace stillpoint::tablebase {

struct RankedMove {
    Move move;
    int rank;  // see root_rank.h: higher is better, equal ranks are equally good
    Wdl wdl;   // for the side that moves, with the game's half-move clock
    int dtz;   // signed plies to a zeroing move or mate, counted from before the move; 0: draw or unknown
    Outcome outcome;  // what counts under the rules in force, for the root score
    bool zeroing;     // a capture or pawn move
};

enum class RankedBy {
    Dtz,  // every win is certain; the search need not probe any more
    Wdl,  // DTZ tables are missing: results are kept, but progress is up to the search, which probes on
};

struct RootRanking {
    RankedBy by = RankedBy::Dtz;
    std::vector<RankedMove> moves;  // all legal ones, best first; among equal ranks the most direct first

    const RankedMove& best() const { return moves.front(); }
};

struct RootOptions {
    bool use_rule50 = true;
    // Whether any position has occurred twice since the last capture or pawn move, not just this one. Only
    // the caller knows the game; without this a won game could be repeated into a draw.
    bool has_repeated = false;
};

// Nothing if the position is out of reach, a needed WDL table is missing, or there is no legal move.
std::optional<RootRanking> rank_root_moves(const Position& pos, RootOptions options);

// The answer to a user's question about a position.
struct ProbeReport {
    Wdl wdl = Wdl::Draw;     // from the tables, as if the clock stood at zero
    std::optional<int> dtz;  // likewise, signed; nothing if DTZ tables are missing
    RootRanking ranking;     // with the game's clock and the fifty-move rule; no moves: the game is over
};
// The error says why there is no answer.
Result<ProbeReport> probe(const Position& pos);

struct LineLimits {
    bool use_rule50 = true;
    int max_plies = 256;
    std::chrono::milliseconds budget{100};
};

// Plays out a decided position by distance: the winner takes the shortest way to each zeroing move, the loser
// the longest, until mate or a limit. Empty if the position is drawn or out of reach, or if DTZ tables are
// missing.
std::vector<Move> winning_line(const Position& pos, const LineLimits& limits);

}  // namespace stillpoint::tablebase
