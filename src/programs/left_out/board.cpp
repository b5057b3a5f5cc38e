// Takes the place of the board where cpp-httplib is missing.
#include "programs/board/board.h"

#include <cstdio>

namespace stillpoint {

int board_main(const std::vector<std::string>&) {
    std::fputs(
        "board was left out of this build: install libcpp-httplib-dev (scripts/setup run) and build "
        "again\n",
        stderr);
    return 2;
}

}  // namespace stillpoint
