#pragma once

#include "chess/move.h"
#include "chess/position.h"
#include "search/history.h"
#include "search/score.h"
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
    ContinuationHistory* continuation = nullptr;   // what follows current_move
    ContinuationCorrection* correction = nullptr;  // likewise, for evaluation errors
    Score static_eval = kNoScore;
    int history = 0;  // of current_move, as reductions count it
    int move_count = 0;
    int reduction = 0;     // of current_move, in plies
    int cutoff_count = 0;  // cut-offs among the children
    bool in_check = false;
    bool table_pv = false;
    bool table_hit = false;
};

// How far back of the root the search may look: continuation histories reach six plies.
inline constexpr int kStackBefore = 7;
inline constexpr int kStackAfter = 3;

// The node that asks the histories or teaches them.
struct NodeView {
    const Position& pos;
    StackEntry* ss;

    Color us() const { return pos.side_to_move(); }
    // The opponent's move that led here; not real at the root and after a null move.
    Move last_move() const { return (ss - 1)->current_move; }
    bool last_move_was_quiet() const { return last_move().is_real() && pos.last_captured() == Piece::None; }
};

// The same with the search's numbers and switches.
template <class SomeTuning>
struct TunedNode : NodeView {
    const SomeTuning& tuning;
};

}  // namespace stillpoint
