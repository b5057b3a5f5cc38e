#pragma once

#include "chess/move.h"
#include "search/score.h"
#include "search/statistics.h"
#include "util/containers.h"

namespace stillpoint {

using PvLine = StaticVector<Move, kMaxPly + 1>;

// What the search keeps for each ply of the line it is looking at.
struct StackEntry {
    int ply = 0;
    Move current_move;  // the move being searched from here, and its piece
    Piece moved_piece = Piece::None;
    Move excluded_move;  // left out by the singular search
    Move killers[2];
    ContinuationTable* continuation = nullptr;                // what follows current_move
    PieceToTable<Corrections::kLimit>* correction = nullptr;  // likewise, for evaluation errors
    Score static_eval = kNoScore;
    int history = 0;  // the record of current_move
    int move_count = 0;
    int reduction = 0;     // by how much current_move is being reduced, in plies
    int cutoff_count = 0;  // cut-offs among the children
    bool in_check = false;
    bool table_pv = false;
    bool table_hit = false;
};

// Plies before the root that may be looked at: continuation histories reach back six.
inline constexpr int kStackBefore = 7;
inline constexpr int kStackAfter = 3;

}  // namespace stillpoint
