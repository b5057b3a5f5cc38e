#pragma once

#include "tablebase/wdl.h"

namespace stillpoint::tablebase {

// A move at the root as the tables see it.
struct MoveFacts {
    int dtz = 0;           // signed plies to the next zeroing move or mate, from before the move; 0: draw
    bool zeroing = false;  // a capture or pawn move: the clock starts again
    bool mates = false;
    bool draws_by_rule = false;  // the position after it is a threefold repetition
};

// The game at the root.
struct GameFacts {
    int clock = 0;              // half-moves since the last zeroing move
    bool use_rule50 = true;     // the fifty-move rule is in force
    bool has_repeated = false;  // some position has occurred twice since the last zeroing move
};

struct MoveRank {
    int rank;  // higher is better; equal: the search may choose
    Wdl wdl;   // under the fifty-move rule, with the game's clock
    Outcome outcome;
};

inline constexpr int kWinRank = 20000;     // wins are at or below it, mate in one is just above
inline constexpr int kCursedRank = 10000;  // cursed wins are below it, in the same distance as real wins

// Ranks a move by distance. What it promises, whichever of the highest-ranked moves is played each time and
// whatever the opponent does:
// - A win stays a win and ends in mate. The dtz of a win may be one too low, never more, so a move with
//   dtz + clock <= 99 wins for sure. Such moves share the highest rank: the search can look for the quickest
//   mate among them. The true distance plus the clock never grows, so the zeroing move comes in time.
//   A sum of exactly 100 also counts as a win, but ranks lower: it is one if these rules led to it, but a
//   position that was set up like that may be one half-move short.
// - As soon as a position has repeated, or when no move is that safe, smaller dtz means higher rank. Each two
//   moves then lower the dtz, by two or more (by one or more from 3 and 2), so no position comes back.
// - A draw stays a draw: losing moves, and wins or losses that the rule turns into draws, are told apart.
// - A lost side prefers moves that the rule may save, once that is in sight; else all losing moves are equal.
MoveRank rank_move(const MoveFacts& move, const GameFacts& game);

// The same without distances, for when DTZ tables are missing. It keeps the result as far as the tables know
// it without the clock, but only the search can make progress.
struct WdlMoveFacts {
    Wdl wdl = Wdl::Draw;
    bool zeroing = false;
    bool mates = false;
    bool draws_by_rule = false;
    bool repeats = false;  // the position after it has been on the board before
};
MoveRank rank_move_by_wdl(const WdlMoveFacts& move, const GameFacts& game);

}  // namespace stillpoint::tablebase
