#pragma once

#include <string>

#include "engine/engine.h"
#include "search/trace.h"
#include "util/result.h"

namespace stillpoint::lab {

// What the counting trace saw in a search, for people and for programs. Beside the quiescence figures stand
// the ranges the guide in docs/search.md calls healthy.
// Of the last search, all threads together; an error if that was not counted (the option Lab).
Result<std::string> stats_report(const Engine& engine, bool json);
std::string stats_text(const CountTrace& trace);
std::string stats_json(const CountTrace& trace);

}  // namespace stillpoint::lab
