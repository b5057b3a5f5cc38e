#pragma once

#include <string>
#include <vector>

namespace stillpoint {

// stillpoint analyse: shows people what the engine thinks. Returns the exit code.
int analyse_main(const std::vector<std::string>& arguments);

// stillpoint demo: the same on a position worth looking at, for a little while.
int demo_main(const std::vector<std::string>& arguments);

}  // namespace stillpoint
