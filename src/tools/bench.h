#pragma once

#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "util/result.h"

namespace stillpoint {

// bench [hash threads limit file type]: searches fixed positions and prints the number of nodes, the
// signature of the search, on standard error. Types: depth, nodes, movetime, perft (counts move sequences)
// and eval (evaluates each position once). The file holds FENs, one a line; `default` and `current` stand for
// the built-in set and the engine's position. The engine's settings are as before afterwards.
Result<bool> bench_command(Engine& engine, const std::vector<std::string_view>& words);

}  // namespace stillpoint
