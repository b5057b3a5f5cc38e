#pragma once

#include <fstream>
#include <string>

#include "util/result.h"

namespace stillpoint {

// Opens a file or a pipe that the user named, to be read as bytes; "-" is standard input. Folders, and
// devices that have no end, are refused like names of nothing: "can't read 'NAME': why".
Result<std::ifstream> open_input(const std::string& path);
// Refuses the same, without opening what may be a pipe.
Result<bool> check_input(const std::string& path);

// Whether it can be read more than once.
bool is_ordinary_file(const std::string& path);

}  // namespace stillpoint
