#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "search/limits.h"
#include "util/text.h"

namespace stillpoint {

struct PositionCommand {
    std::optional<Position> position;  // nothing: keep the old one
    std::string complaint;             // empty: all was understood
};

// position startpos | fen F | frc N | dfrc N N, each with [moves ...]. A bad start gives no position; a bad
// move gives the position before it.
PositionCommand parse_position(const Words& words);

struct GoCommand {
    Limits limits;
    int perft = 0;                        // above 0: count moves instead of searching
    std::vector<std::string> complaints;  // one line for each word ignored and each guess
};

// `go` with its words in any order and any subset.
GoCommand parse_go(const Words& words, const Position& pos);

}  // namespace stillpoint
