#pragma once

#include <vector>

#include "chess/position.h"
#include "search/context.h"
#include "search/limits.h"
#include "search/root_move.h"

namespace stillpoint {

// The moves a search begins with: the legal ones, or those of them that were asked for. Where the tables
// reach (up to `tablebases.max_pieces` pieces) they rank the moves, and the settings then say what is left
// for the search to probe.
std::vector<RootMove> root_moves_of(const Position& pos, const Limits& limits, TablebaseSettings& tablebases);

}  // namespace stillpoint
