#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pgn/game.h"

namespace stillpoint::pgn {

// Reads [Name "value"] in any condition: quotes and brackets may be missing. Nothing if there is not even a
// name. `text` is at most one line.
std::optional<Tag> read_tag(std::string_view text);

// What the tags say about the position the game begins with. Fails if we cannot play that kind of chess.
struct Setup {
    Position start;
    bool chess960 = false;
};
Result<Setup> read_setup(const Game& game);

}  // namespace stillpoint::pgn
