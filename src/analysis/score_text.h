#pragma once

#include <string>

#include "chess/position.h"
#include "engine/shown_score.h"
#include "engine/wdl.h"
#include "search/score.h"

namespace stillpoint {

// For people, from White's point of view: "+0.34", "-12.00", "#3", "#-2".
std::string white_score_text(Score score, const Position& pos);
// The same without the plus sign, as [%eval] wants it.
std::string eval_comment_text(Score score, const Position& pos);

// The model's chances, or certainty where the game is over.
Wdl outcome_chances(Score score, const Position& pos);

// What the side to move can expect, from 0 to 1: chance to win plus half the chance to draw.
double winning_chance(Score score, const Position& pos);
double white_winning_chance(Score score, const Position& pos);

}  // namespace stillpoint
