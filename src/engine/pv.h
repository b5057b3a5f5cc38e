#pragma once

#include <vector>

#include "chess/position.h"

namespace stillpoint {

// The part of a line that can be shown: legal moves only, and nothing after the game would be over.
std::vector<Move> presentable_pv(const Position& root, const std::vector<Move>& pv);

// Whether the game is over here: mate, stalemate, or a draw that needs no claim in practice.
bool is_game_over(const Position& pos);

}  // namespace stillpoint
