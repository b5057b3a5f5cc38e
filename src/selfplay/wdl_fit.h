#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/wdl.h"
#include "gamedata/game.h"
#include "util/result.h"

namespace stillpoint {

// How games ended after positions of a given material and score.
class WdlCounts {
public:
    static constexpr int kScoreStep = 10;  // centipawns of the search, per cell
    static constexpr int kMaxScore = 1500;

    // Counts the scored positions of one game, seen by the side to move, except decisive ones. False, and
    // nothing is counted, for a corrupt game.
    bool add(const spg::Game& game);

    std::uint64_t positions() const { return positions_; }
    // How badly the model fits: the mean of -ln(likelihood) of what happened.
    double misfit(const WdlModel& model) const;
    // Cells of similar score over all material: predicted and observed chances, as lines of a Markdown table.
    std::string table(const WdlModel& model) const;

private:
    static constexpr int kScores = 2 * (kMaxScore / kScoreStep) + 1;
    static constexpr int kMaterials = kMostMaterial - kLeastMaterial + 1;
    struct Cell {
        std::array<std::uint32_t, 3> outcomes{};  // loss, draw, win of the side to move
    };
    Cell& cell(int material, int score);
    static int score_of(int index) { return (index - kScores / 2) * kScoreStep; }

    std::vector<std::array<Cell, kScores>> cells_ = std::vector<std::array<Cell, kScores>>(kMaterials);
    std::uint64_t positions_ = 0;
};

// The model that makes the counts most likely; the search begins at `start`.
WdlModel fit_wdl(const WdlCounts& counts, const WdlModel& start);

// All scored positions of the files.
Result<WdlCounts> count_wdl(const std::vector<std::string>& files);

}  // namespace stillpoint
