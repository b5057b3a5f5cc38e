#pragma once

#include <string>
#include <string_view>

#include "engine/shown_score.h"
#include "search/move_picker.h"
#include "search/node_kind.h"
#include "search/table.h"
#include "search/trace_listener.h"
#include "util/json_writer.h"

namespace stillpoint::lab {

// Words for what the search enumerates, the same in text and in JSON.
std::string_view name_of(NodeKind kind);
std::string_view name_of(Purpose purpose);
std::string_view name_of(Bound bound);
std::string_view name_of(PickStage stage);
std::string_view name_of(DepthChange change);

std::string_view name_of(RuleUnit unit);

// Scores are shown on one scale, that of the position asked about (engine/shown_score.h).
// "+0.35", "mate in 3", "mated in 2", "a won ending".
std::string in_pawns(Score score, const ScoreScale& scale);
// "35", "mate 3", "mate -2"; the extremes by name: "-inf", "+inf", "-".
std::string in_centipawns(Score score, const ScoreScale& scale);
// For sums: beyond ten pawns a win is a win, and no error is larger than from one to the other.
int bounded_centipawns(Score score, const ScoreScale& scale);
// "[-12, 30]"
std::string in_centipawns(const NodeEntry& window, const ScoreScale& scale);

// For programs: {"cp":35} or {"mate":3}; null for no score and for a window's open end.
void write_score(JsonWriter& json, std::string_view key, Score score, const ScoreScale& scale);
// "alpha" and "beta"
void write_window(JsonWriter& json, const NodeEntry& entry, const ScoreScale& scale);
// "rule", "unit", "figure" and "limit": scores where the unit is one, otherwise numbers; null where there is
// none.
void write_finding(JsonWriter& json, const Finding& finding, const ScoreScale& scale);

std::string plies(int count);
// "1st", "14th".
std::string ordinal(int number);

}  // namespace stillpoint::lab
