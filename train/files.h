#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace stillpoint::train {

// The game files named by paths, folders (all .spg below them) and patterns with * and ?, sorted, each once.
// An input without any file is an error, so that a misspelt folder does not go unnoticed.
Result<std::vector<std::string>> find_game_files(const std::vector<std::string>& inputs);

bool matches_pattern(const std::string& name, const std::string& pattern);

// replace_file, with the path in the error. Returns the number of bytes.
Result<std::size_t> write_safely(const std::string& path, std::string_view content);

Result<std::string> read_file(const std::string& path);

}  // namespace stillpoint::train
