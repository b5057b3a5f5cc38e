#include "engine/wdl.h"

#include <algorithm>
#include <cmath>

namespace stillpoint {

namespace {

struct Curve {
    double a;
    double b;
};

// Placeholder until it is fitted on our own games (docs/training.md): with many pieces left the same score
// wins less surely.
Curve curve_for(const Position& pos) {
    const int material =
        std::clamp(count(pos.pieces(PieceType::Pawn)) + 3 * count(pos.pieces(PieceType::Knight)) +
                       3 * count(pos.pieces(PieceType::Bishop)) + 5 * count(pos.pieces(PieceType::Rook)) +
                       9 * count(pos.pieces(PieceType::Queen)),
                   17, 78);
    const double m = material / 58.0;
    return {190.0 + 30.0 * (m - 1.0), 75.0 + 10.0 * (m - 1.0)};
}

constexpr int kShownTablebaseScore = 20000;

}  // namespace

Wdl win_draw_loss(Score score, const Position& pos) {
    if (is_win(score)) return {1000, 0, 0};
    if (is_loss(score)) return {0, 0, 1000};
    const Curve c = curve_for(pos);
    const int win = static_cast<int>(std::lround(1000.0 / (1.0 + std::exp((c.a - score) / c.b))));
    const int loss = static_cast<int>(std::lround(1000.0 / (1.0 + std::exp((c.a + score) / c.b))));
    return {win, std::max(0, 1000 - win - loss), loss};
}

int to_centipawns(Score score, const Position& pos) {
    if (is_win(score)) return kShownTablebaseScore - (kTablebaseScore - score);
    if (is_loss(score)) return -kShownTablebaseScore + (kTablebaseScore + score);
    return static_cast<int>(std::lround(100.0 * score / curve_for(pos).a));
}

}  // namespace stillpoint
