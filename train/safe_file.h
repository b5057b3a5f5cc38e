#pragma once

#include <string>
#include <string_view>

#include "util/result.h"

namespace stillpoint::train {

// Writes beside the file, waits for the disk, then renames: whoever opens the file finds the old or the new
// content, never half of it. Returns the number of bytes.
Result<std::size_t> write_safely(const std::string& path, std::string_view content);

Result<std::string> read_file(const std::string& path);

}  // namespace stillpoint::train
