#pragma once

#include <cstdint>
#include <vector>

#include "gamedata/game.h"

namespace stillpoint::train {

// How often each score led to each result, to fit the scale K for which sigmoid(score / K) is the winning
// chance. Every engine has its own centipawns, so every generation has its own K.
class ScoreHistogram {
public:
    ScoreHistogram();
    // Both from the side to move's view; result 0, 1, 2.
    void add(int score, int result);
    std::uint64_t positions() const { return positions_; }

    // The K with the smallest logistic loss; 0 if the data cannot say, for example without a decisive game.
    double fit() const;

private:
    std::uint64_t positions_ = 0;
    std::vector<std::uint32_t> count_;   // by score
    std::vector<std::uint32_t> points_;  // half points by score
};

// The scores of a game's moves, each mixed with the later ones: `share` is the next move's mixture, the rest
// its own score. What the players saw a few moves later is a deeper search, for free. White's view.
std::vector<int> look_ahead(const std::vector<spg::ScoredMove>& moves, double share);

}  // namespace stillpoint::train
