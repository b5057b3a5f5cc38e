#pragma once

#include <optional>

#include "chess/position.h"
#include "selfplay/player.h"
#include "util/rng.h"

namespace stillpoint {

// A position from inside the tree of the player's last search of `root`: a few plies of random moves that
// lead to positions in its table. Nothing if the walk ends where the game would be over,
// or back at the root.
std::optional<Position> random_tree_position(const Player& player, const Position& root, Rng& rng);

}  // namespace stillpoint
