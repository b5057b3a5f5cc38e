#pragma once

#include "chess/move.h"
#include "chess/position.h"

namespace stillpoint {

// Which legal moves to produce. Noisy and Quiet split the legal moves between them, in check or not.
enum class GenKind {
    Noisy,        // captures and queen promotions
    Quiet,        // everything else
    Evasions,     // all legal moves; only for positions in check
    QuietChecks,  // the quiet moves that give check
    Legal,        // all legal moves
};

// Appends the moves to the list. All of them are legal: masks take care of pins and checks while generating.
template <GenKind kKind>
void generate(const Position& pos, MoveList& moves);

// The number of moves generate<Legal> would produce, without storing them.
int count_legal_moves(const Position& pos);

}  // namespace stillpoint
