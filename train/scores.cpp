#include "train/scores.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace stillpoint::train {

namespace {

constexpr int kLimit = 10000;  // larger scores say nothing about the scale
constexpr std::uint64_t kFewestPositions = 100;
constexpr double kSmallest = 20.0, kLargest = 5000.0;

// A larger score only says that the game is won: it must not outweigh those before it.
constexpr int kDecided = 2000;

}  // namespace

ScoreHistogram::ScoreHistogram() : count_(2 * kLimit + 1), points_(2 * kLimit + 1) {}

void ScoreHistogram::add(int score, int result) {
    const auto i = static_cast<std::size_t>(std::clamp(score, -kLimit, kLimit) + kLimit);
    ++positions_;
    ++count_[i];
    points_[i] += static_cast<std::uint32_t>(result);
}

double ScoreHistogram::fit() const {
    if (positions_ < kFewestPositions) return 0.0;
    // The loss is convex in 1/K: its slope, sum of (sigmoid(s/K) - result) * s, has one sign change.
    const auto slope = [&](double inverse) {
        double sum = 0.0;
        for (std::size_t i = 0; i < count_.size(); ++i) {
            if (count_[i] == 0) continue;
            const double score = static_cast<double>(i) - kLimit;
            const double expected = count_[i] / (1.0 + std::exp(-score * inverse));
            sum += (expected - 0.5 * points_[i]) * score;
        }
        return sum;
    };
    double low = 1.0 / kLargest, high = 1.0 / kSmallest;
    if (slope(low) >= 0.0 || slope(high) <= 0.0) return 0.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (slope(middle) < 0.0 ? low : high) = middle;
    }
    return 2.0 / (low + high);
}

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
