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

// The model: win = 1 / (1 + exp((a - score) / b)), loss likewise with -score. At a score of a, half the games
// are won; b says how quickly that share rises. Both depend on the material left. Fitting and use share this
// form.
struct WdlModel {
    double a, a_by_material;
    double b, b_by_material;

    struct Curve {
        double a;
        double b;
        double win(double score) const;
    };
    Curve at(int material) const;
};
// Pawns 1, minor pieces 3, rooks 5, queens 9, both sides together, within what games commonly have.
inline constexpr int kLeastMaterial = 17, kMostMaterial = 78;
int wdl_material(const Position& pos);

// Fitted by `stillpoint games wdl` (docs/training.md).
inline constexpr WdlModel kWdlModel{153.0, -168.2, 154.0, 79.7};

Wdl win_draw_loss(Score score, const Position& pos);

}  // namespace stillpoint
