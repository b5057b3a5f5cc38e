#pragma once

#include <string>
#include <vector>

#include "analysis/suite_file.h"
#include "search/solo_search.h"
#include "util/result.h"

namespace stillpoint {

// A dozen positions with known answers, tactical and strategic, that a few thousand nodes solve in part.
std::vector<SuitePosition> built_in_suite();
Result<std::vector<SuitePosition>> load_suite(const std::string& path);

// How many of them are solved with so many nodes, each from a clean state.
int count_solved(const SoloSettings& settings, const std::vector<SuitePosition>& positions,
                 std::uint64_t nodes);

}  // namespace stillpoint
