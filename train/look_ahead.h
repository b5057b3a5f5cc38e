#pragma once

#include <cstdint>
#include <vector>

#include "gamedata/game.h"

namespace stillpoint::train {

// The scores of a game's moves, each mixed with those that follow it: `share` of the next one's mixture, the
// rest its own. What the players saw a few moves later is a deeper search, for free. White's view.
std::vector<int> look_ahead(const std::vector<spg::ScoredMove>& moves, double share);

}  // namespace stillpoint::train
