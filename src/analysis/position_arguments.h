#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "util/result.h"

namespace stillpoint {

struct NamedPosition {
    std::string title;  // may be empty
    Position position;
    bool chess960 = false;
};

// Where in a file of games to look.
struct GameChoice {
    int game = 1;    // in the file, from 1
    std::string at;  // "12" or "12w": before White's 12th move; "12b": before Black's; empty: the end
};

// The positions named on a command line: nothing or "startpos", a FEN (its fields may be separate words), a
// .pgn file (one position of one game) or a .epd file (all its positions). Lines and games that can't be read
// are left out and named in `notes`.
Result<std::vector<NamedPosition>> find_positions(const std::vector<std::string>& words,
                                                  const GameChoice& choice, std::vector<std::string>& notes);

}  // namespace stillpoint
