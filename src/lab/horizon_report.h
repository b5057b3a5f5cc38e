#pragma once

#include <string>

#include "chess/position.h"
#include "nnue/network.h"

namespace stillpoint::lab {

// The horizon effect in one position: what the four searches think at depths 1 to `depth`, side by side, and
// the captures behind the horizon that change the plain search's verdict.
std::string horizon_report(const Position& pos, int depth, const nnue::Network* network);

}  // namespace stillpoint::lab
