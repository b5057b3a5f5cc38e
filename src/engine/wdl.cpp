#include "engine/wdl.h"

#include <algorithm>
#include <cmath>

namespace stillpoint {

namespace {

// The material of an ordinary middle game, where the model's a and b apply unchanged.
constexpr double kUsualMaterial = 58;

WdlModel::Curve curve_for(const Position& pos) { return kWdlModel.at(wdl_material(pos)); }

}  // namespace

double WdlModel::Curve::win(double score) const { return 1.0 / (1.0 + std::exp((a - score) / b)); }

WdlModel::Curve WdlModel::at(int material) const {
    const double m = material / kUsualMaterial - 1.0;
    return {a + a_by_material * m, b + b_by_material * m};
}

int wdl_material(const Position& pos) {
    return std::clamp(count(pos.pieces(PieceType::Pawn)) + 3 * count(pos.pieces(PieceType::Knight)) +
                          3 * count(pos.pieces(PieceType::Bishop)) + 5 * count(pos.pieces(PieceType::Rook)) +
                          9 * count(pos.pieces(PieceType::Queen)),
                      kLeastMaterial, kMostMaterial);
}

Wdl win_draw_loss(Score score, const Position& pos) {
    if (is_win(score)) return {1000, 0, 0};
    if (is_loss(score)) return {0, 0, 1000};
    const WdlModel::Curve curve = curve_for(pos);
    const int win = static_cast<int>(std::lround(1000.0 * curve.win(score)));
    const int loss = static_cast<int>(std::lround(1000.0 * curve.win(-score)));
    return {win, std::max(0, 1000 - win - loss), loss};
}

}  // namespace stillpoint
