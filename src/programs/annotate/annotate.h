#pragma once

#include <string>
#include <vector>

namespace stillpoint {

// stillpoint annotate: comments games. Returns the exit code.
int annotate_main(const std::vector<std::string>& arguments);

}  // namespace stillpoint
