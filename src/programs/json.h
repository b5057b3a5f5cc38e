#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "analysis/searcher.h"
#include "chess/notation.h"

namespace stillpoint {

// Keeps keys in the order they were written, since people read the lines too.
using Json = nlohmann::ordered_json;

// {"cp": 34} or {"mate": -3}, from the side to move, as in UCI.
Json score_json(Score score, const Position& pos);
// Adds depth, seldepth, score, wdl, bestmove, lines, nodes, time, nps, hashfull and tbhits to the object.
void add_analysis(Json& object, const Position& pos, const Analysis& analysis, CastlingNotation castling);
// One line; text that is not UTF-8 is repaired rather than refused.
std::string one_line(const Json& value);

}  // namespace stillpoint
