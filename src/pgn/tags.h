#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pgn/game.h"

namespace stillpoint::pgn {

// [Name "value"] in whatever condition: quotes and bracket may be missing. Nothing if there is not even a
// name. `text` is one line or less.
std::optional<Tag> read_tag(std::string_view text);

// What the tags say about the position the game begins with. An error if it is not a game we can play.
struct Setup {
    Position start;
    bool chess960 = false;
};
Result<Setup> read_setup(const Game& game);

}  // namespace stillpoint::pgn
