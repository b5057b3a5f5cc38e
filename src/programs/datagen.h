#pragma once

#include <string>
#include <vector>

namespace stillpoint {

// stillpoint datagen: plays games against itself and writes them to files. Returns the process's exit code.
int datagen_main(const std::vector<std::string>& arguments);

}  // namespace stillpoint
