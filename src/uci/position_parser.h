#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"

namespace stillpoint {

struct PositionCommand {
    std::optional<Position> position;  // nothing: the old one stays
    std::string complaint;             // empty: all was understood
};

// position startpos | fen F | frc N | dfrc N N, each with [moves ...]. A broken start gives no position; a
// broken move gives the position before it.
PositionCommand parse_position(const std::vector<std::string_view>& words);

}  // namespace stillpoint
