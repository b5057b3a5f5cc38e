#pragma once

#include <string>
#include <vector>

namespace stillpoint {

// stillpoint serve: JSON lines in, JSON lines out. Returns the exit code.
int serve_main(const std::vector<std::string>& arguments);

}  // namespace stillpoint
