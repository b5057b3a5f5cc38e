#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "util/result.h"

namespace stillpoint {

// speedtest [threads hash seconds]: searches the positions of a few games as in play, with all cores, and
// tells how fast this machine is. Progress goes to standard error; returns the report.
Result<std::string> speedtest_command(Engine& engine, const std::vector<std::string_view>& words);

}  // namespace stillpoint
