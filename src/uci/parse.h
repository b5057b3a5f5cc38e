#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "search/limits.h"
#include "util/text.h"

namespace stillpoint {

// The words of a line, which must outlive them.
Words split(std::string_view line);

struct PositionCommand {
    std::optional<Position> position;  // nothing: it can't be known
    std::string complaint;             // why not
    std::vector<std::string> repairs;  // what was wrong with the FEN but has one obvious meaning
};

// position startpos | fen F | frc N | dfrc N N, each with [moves ...]. A bad start gives no position, and so
// does a bad move: the one before it is not what was meant.
PositionCommand parse_position(const Words& words);

struct GoCommand {
    Limits limits;
    int perft = 0;                        // above 0: count moves instead of searching
    std::vector<std::string> complaints;  // one line for each word ignored and each guess
};

// `go` with its words in any order and any subset.
GoCommand parse_go(const Words& words, const Position& pos);

}  // namespace stillpoint
