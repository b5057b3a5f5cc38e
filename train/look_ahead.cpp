#include "train/look_ahead.h"

#include <algorithm>
#include <cmath>

namespace stillpoint::train {

namespace {

// Beyond it a score only says that the game is won: it must not outweigh those before.
constexpr int kDecided = 2000;

}  // namespace

std::vector<int> look_ahead(const std::vector<spg::ScoredMove>& moves, double share) {
    std::vector<int> scores;
    for (const spg::ScoredMove& m : moves) scores.push_back(m.score);
    if (share <= 0) return scores;
    double later = 0;
    for (std::size_t i = scores.size(); i-- > 0;) {
        const double own = std::clamp(scores[i], -kDecided, kDecided);
        later = i + 1 == scores.size() ? own : (1 - share) * own + share * later;
        scores[i] = static_cast<int>(std::lround(later));
    }
    return scores;
}

}  // namespace stillpoint::train
