#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "search/limits.h"

namespace stillpoint {

struct GoCommand {
    Limits limits;
    int perft = 0;                        // above 0: count moves instead of searching
    std::vector<std::string> complaints;  // one line for each word left out and each guess
};

// `go` with its words in any order and any subset.
GoCommand parse_go(const std::vector<std::string_view>& words, const Position& pos);

}  // namespace stillpoint
