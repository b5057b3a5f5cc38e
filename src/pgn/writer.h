#pragma once

#include <string>

#include "pgn/game.h"

namespace stillpoint::pgn {

// The game as export-format PGN, with an empty line at its end: tags (the seven of the roster first, filled
// in where they are missing), moves in SAN, lines of at most 80 columns where words allow it. Reading it back
// gives the same game.
std::string write_game(const Game& game);

}  // namespace stillpoint::pgn
