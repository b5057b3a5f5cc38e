#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "chess/position.h"
#include "lab/horizon_search.h"
#include "util/result.h"

namespace stillpoint::lab {

struct HorizonSuiteSettings {
    int depth = 4;
    std::uint64_t reference_nodes = 20'000;  // for judging each move
    Score blunder = 150;                     // centipawns worse than the best move
    std::size_t max_positions = 1000;
};

// What a kind of search did at one depth, over all positions.
struct HorizonTally {
    int blunders = 0;
    std::uint64_t nodes = 0;
};

struct HorizonSuite {
    std::size_t positions = 0;
    std::vector<std::array<HorizonTally, kHorizons>> depths;  // [depth - 1]
    std::vector<int> only_plain_errs;  // [depth - 1] plain blunders, the quiet one does not
    std::vector<int> only_quiet_errs;
};

// Positions of a TSV file with a column `fen`, or of an EPD file.
Result<std::vector<Position>> read_positions(const std::string& path, std::size_t max);

HorizonSuite run_horizon_suite(const std::vector<Position>& positions, const HorizonSuiteSettings& settings,
                               const nnue::Network* network);
// As a Markdown table.
std::string to_markdown(const HorizonSuite& suite);

}  // namespace stillpoint::lab
