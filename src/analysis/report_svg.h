#pragma once

#include <string>

#include "analysis/game_review.h"
#include "chess/position.h"

// Drawings of the report. They refer to the shapes of svg_definitions(), which must be on the page once.
namespace stillpoint {

// The pieces and arrowheads: our own shapes, so that the page needs no font.
std::string svg_definitions();

// A diagram with White below; arrows for the move played and for the better one (none: no arrow).
std::string board_svg(const Position& pos, Move played, Move better);

// White's winning chances over the game, with a mark for every fault.
std::string chances_svg(const GameReview& review);

}  // namespace stillpoint
