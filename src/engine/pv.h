#pragma once

#include <vector>

#include "chess/position.h"
#include "tablebase/root.h"

namespace stillpoint {

// The part of a line that can be shown: legal moves only, and nothing after the game would be over.
std::vector<Move> presentable_pv(const Position& root, const std::vector<Move>& pv);

// A line that wins or loses by the tablebases, continued to its end: moves that would change the result are
// replaced by the tablebases' own, until mate or until the time is up. The line must be presentable.
std::vector<Move> extend_by_tablebases(const Position& root, std::vector<Move> pv, int max_pieces,
                                       const tablebase::LineLimits& limits);

// Whether the game is over here: mate, stalemate, or a draw that needs no claim in practice.
bool is_game_over(const Position& pos);

}  // namespace stillpoint
