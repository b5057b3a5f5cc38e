#pragma once

#include <string>

#include "chess/position.h"

namespace stillpoint {

// "knight"
std::string name_of(PieceType type);

// What anybody can see of a move that wins nothing at once: "develops the knight", "protects the pawn on e5".
// Every word is checked on the board. Empty: nothing in particular.
std::string seen_plainly(const Position& pos, const Position& after, Move move);

}  // namespace stillpoint
