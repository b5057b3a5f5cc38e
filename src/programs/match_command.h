#pragma once

#include <string>
#include <vector>

namespace stillpoint {

// stillpoint match: two differently set sides play each other inside this process. Returns the exit code.
int match_main(const std::vector<std::string>& arguments);

}  // namespace stillpoint
