#pragma once

#include "chess/position.h"

namespace stillpoint {

inline constexpr int kFischerStarts = 960;

// The start of a Chess960 game, each side's back rank by its number from 0 to 959 (Scharnagl's numbering; 518
// is ordinary chess).
Position fischer_position(int white, int black);

}  // namespace stillpoint
