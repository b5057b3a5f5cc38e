#pragma once

#include <optional>
#include <string>
#include <vector>

namespace stillpoint {

// Programs of their own: `stillpoint NAME --options`. The exit code, or nothing if there is none of that
// name: everything else on the command line is a UCI command.
std::optional<int> run_program(const std::vector<std::string>& arguments);

}  // namespace stillpoint
