#pragma once

#include <string>
#include <vector>

#include "programs/suite/suite_file.h"
#include "tools/selfplay/player.h"
#include "util/result.h"

namespace stillpoint {

// A dozen positions with known answers, tactical and strategic, that a few thousand nodes solve in part.
std::vector<SuitePosition> built_in_suite();
Result<std::vector<SuitePosition>> load_suite(const std::string& path);

// How many of them such a player solves, each from a clean state with so many nodes.
int count_solved(const PlayerConfig& config, const std::vector<SuitePosition>& positions,
                 std::uint64_t nodes);

}  // namespace stillpoint
