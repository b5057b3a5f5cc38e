#pragma once

#include <string>
#include <vector>

namespace stillpoint {

// stillpoint suite: solves test positions. Returns the exit code.
int suite_main(const std::vector<std::string>& arguments);

}  // namespace stillpoint
