#pragma once

#include "chess/position.h"

namespace stillpoint::plain {

// The evaluation the first self-play games were made with: material and piece squares, tapered from the
// opening to the endgame. In centipawns, seen from the side to move.
int evaluate(const Position& pos);

}  // namespace stillpoint::plain
