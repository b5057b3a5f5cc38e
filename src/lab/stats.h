#pragma once

#include <string>

#include "engine/engine.h"
#include "search/trace.h"

namespace stillpoint::lab {

// What the counting trace saw in a search, for people and for programs. Beside the quiescence figures stand
// the ranges the guide in docs/search.md calls healthy.
std::string stats_report(const Engine& engine, bool json);  // of the last search, all threads together
std::string stats_text(const CountTrace& trace);
std::string stats_json(const CountTrace& trace);

}  // namespace stillpoint::lab
