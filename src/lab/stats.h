#pragma once

#include <string>
#include <string_view>

#include "chess/position.h"
#include "engine/engine.h"
#include "search/trace.h"
#include "util/result.h"

namespace stillpoint::lab {

// What was counted in a search, all threads together.
struct CountedSearch {
    Position root;
    CountTrace trace;
    bool repeated = false;  // the engine's own search was not counted, so it was done again
};

// The engine's last search. A plain one counts nothing: it is then repeated to the depth it had reached, from
// an empty table of the same size, with one thread and within a few million nodes. Without any search yet,
// the current position is searched to a modest depth. The engine must be idle; it stays as it is.
Result<CountedSearch> counted_search(const Engine& engine);

// For people and for programs. Beside the quiescence figures stand the ranges the guide in docs/search.md
// calls healthy, and for those outside a sentence on what may be the reason.
std::string stats_text(const CountedSearch& search);
std::string stats_json(const CountedSearch& search);

}  // namespace stillpoint::lab
