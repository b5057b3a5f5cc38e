#pragma once

#include <string>

#include "engine/engine.h"

namespace stillpoint {

// What the static evaluation says of the engine's position, for `eval`: the score, and with a network also
// what each piece adds to it. Scores and worths are seen from White.
std::string eval_text(const Engine& engine);
// One object on one line, seen from the side to move, in centipawns as UCI shows them.
std::string eval_json(const Engine& engine);

}  // namespace stillpoint
