#pragma once

#include <string>

#include "engine/engine.h"
#include "lab/words.h"

namespace stillpoint::lab {

// horizon [depth N]               the horizon effect in the current position
// horizon suite FILE [depth N]    how often it makes a search blunder, over many
Result<std::string> horizon_command(const Engine& engine, const Words& words);

}  // namespace stillpoint::lab
