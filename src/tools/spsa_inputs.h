#pragma once

#include <string>
#include <vector>

#include "search/tuning.h"

namespace stillpoint {

// One line for each parameter of the search as OpenBench wants them: name, int, value, min, max, C_end,
// R_end. Empty in builds whose parameters are constants.
std::vector<std::string> spsa_inputs(const Tuning& tuning);

}  // namespace stillpoint
