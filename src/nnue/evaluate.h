#pragma once

#include "chess/position.h"
#include "nnue/network.h"
#include "util/containers.h"

namespace stillpoint::nnue {

// The whole network in plain loops, from the board alone: slow, and the reference for everything else here.
// In centipawns from the side to move's view, like AccumulatorStack::evaluate.
int evaluate_from_scratch(const Position& pos, const Network& network);

struct PieceContribution {
    Square square;
    Piece piece;
    // The evaluation if this piece were not there, from the side to move's view.
    int without;
};

struct Contributions {
    int eval;  // of the whole position
    StaticVector<PieceContribution, 30> pieces;
};

// What each piece but the kings is worth where it stands: evaluates the position again without it. The output
// bucket is the one for the smaller number of pieces, so `without` is what the network says about that
// position (which need not be legal).
Contributions piece_contributions(const Position& pos, const Network& network);

}  // namespace stillpoint::nnue
