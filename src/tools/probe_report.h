#pragma once

#include <string>

#include "chess/notation.h"
#include "chess/position.h"
#include "util/result.h"

namespace stillpoint {

// What the tablebases say of a position, for `probe`: its result, and every move with its own.
Result<std::string> probe_text(const Position& pos);
// One object on one line; the same facts.
Result<std::string> probe_json(const Position& pos, CastlingNotation castling);

}  // namespace stillpoint
