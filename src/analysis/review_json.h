#pragma once

#include <string>

#include "analysis/game_review.h"
#include "chess/notation.h"

namespace stillpoint {

// What the reviewer's last step found out, as one object on one line: the position's number, from 0, with
// score and chances from the side to move, the move played there and its judgement; with the last step also
// what the sides achieved. Not before the first step.
std::string review_step_json(const GameReviewer& reviewer, CastlingNotation castling);

}  // namespace stillpoint
