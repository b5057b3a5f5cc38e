#pragma once

#include <string>
#include <vector>

#include "util/result.h"

namespace stillpoint::train {

// The game files meant by paths, folders (all .spg below them) and patterns with * and ?: sorted, each once.
// An input that means no file is an error, so that a misspelt folder is not trained without.
Result<std::vector<std::string>> find_game_files(const std::vector<std::string>& inputs);

bool matches_pattern(const std::string& name, const std::string& pattern);

}  // namespace stillpoint::train
