#pragma once

#include <string>

#include "engine/engine.h"
#include "lab/words.h"

namespace stillpoint::lab {

// why <move> [<move> ...] [depth N] [json]: what the search does with a line, and why. Replays the next
// iteration after the last search, or the one asked for, on a copy of all the engine knows.
Result<std::string> why_command(const Engine& engine, const Words& words);

// The legal moves named by the words, in UCI or algebraic notation; the error names the first that is none.
Result<std::vector<Move>> parse_line(const Position& root, const Words& words);

}  // namespace stillpoint::lab
