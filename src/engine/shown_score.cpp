#include "engine/shown_score.h"

#include <algorithm>
#include <cmath>

#include "engine/wdl.h"

namespace stillpoint {

namespace {

constexpr int kShownTablebaseScore = 20000;

}  // namespace

ScoreScale::ScoreScale(const Position& root) : pawn_(kWdlModel.at(wdl_material(root)).a) {}

int ScoreScale::centipawns(Score score) const {
    if (is_win(score)) return kShownTablebaseScore - (kTablebaseScore - score);
    if (is_loss(score)) return -kShownTablebaseScore + (kTablebaseScore + score);
    const int most = kShownTablebaseScore - kMaxPly - 1;  // a mere evaluation is shown below every proof
    return std::clamp(static_cast<int>(std::lround(100.0 * score / pawn_)), -most, most);
}

}  // namespace stillpoint
