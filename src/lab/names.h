#pragma once

#include <string>
#include <string_view>

#include "search/move_picker.h"
#include "search/node_kind.h"
#include "search/table.h"
#include "search/trace_listener.h"

namespace stillpoint::lab {

// Words for what the search enumerates, the same in text and in JSON.
std::string_view name_of(NodeKind kind);
std::string_view name_of(Purpose purpose);
std::string_view name_of(Bound bound);
std::string_view name_of(PickStage stage);
std::string_view name_of(DepthChange change);

// "+0.35", "mate in 3", "mated in 2", "won ending".
std::string in_pawns(Score score);
// Internal units with the extremes by name: "-inf", "+inf", "-".
std::string in_centipawns(Score score);
std::string plies(int count);
// "1st", "14th".
std::string ordinal(int number);

}  // namespace stillpoint::lab
