#pragma once

#include <cstdio>

namespace stillpoint {

// For builds without CLI11 and nlohmann-json: the engine needs neither, so it is built without these
// commands.
inline int left_out(const char* command) {
    std::fprintf(stderr,
                 "%s was left out of this build: install libcli11-dev and nlohmann-json3-dev "
                 "(scripts/setup run) and build again\n",
                 command);
    return 2;
}

}  // namespace stillpoint
