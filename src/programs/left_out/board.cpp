// Takes the place of the board where cpp-httplib is missing.
#include <cstdio>

#include "programs/programs.h"

namespace stillpoint {

int board_main(const Arguments& arguments) {
    if (arguments.describe) return 2;  // the list of programs says enough
    std::fputs(
        "board was left out of this build: install libcpp-httplib-dev (scripts/setup run) and build "
        "again\n",
        stderr);
    return 2;
}

}  // namespace stillpoint
