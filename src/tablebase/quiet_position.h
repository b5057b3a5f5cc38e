#pragma once

#include <optional>

#include "chess/position.h"
#include "tablebase/material.h"

namespace stillpoint::tablebase {

// A legal position with these pieces in which the side to move cannot capture: probing it makes Fathom load
// exactly this table. Always the same one for the same material; a test finds one for every table there is.
std::optional<Position> quiet_position(const Material& material);

}  // namespace stillpoint::tablebase
