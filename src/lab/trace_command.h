#pragma once

#include <string>

#include "engine/engine.h"
#include "lab/words.h"

namespace stillpoint::lab {

// trace depth N [nodes M] file F          records the tree of a search of the current position
// trace show F [path]                     a node of it and its children
// trace export F json [path] [depth N]    the same with N levels for programs
Result<std::string> trace_command(const Engine& engine, const Words& words, bool chess960);

}  // namespace stillpoint::lab
