#pragma once

#include "chess/position.h"
#include "search/score.h"

namespace stillpoint {

// Chances in thousandths, from the side to move; they add up to 1000.
struct Wdl {
    int win = 0;
    int draw = 0;
    int loss = 0;
};

// The model: win = 1 / (1 + exp((a - score) / b)), loss likewise with -score; a and b follow the material
// left.
Wdl win_draw_loss(Score score, const Position& pos);

// For people: +100 means a 50 % chance to win. Decisive tablebase scores become 20000 minus their distance.
int to_centipawns(Score score, const Position& pos);

}  // namespace stillpoint
