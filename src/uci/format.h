#pragma once

#include <string>

#include "chess/notation.h"
#include "chess/position.h"
#include "search/context.h"

namespace stillpoint {

struct FormatOptions {
    CastlingNotation castling = CastlingNotation::KingTwoSquares;
    bool show_wdl = false;
};

// "cp 34", "mate -3", with "lowerbound"/"upperbound" where it is only that.
std::string format_score(Score score, Bound bound, const Position& root);
std::string format_info(const SearchInfo& info, const Position& root, const FormatOptions& options);

// The board with its FEN, key and checkers, for `d`.
std::string format_board(const Position& pos);

}  // namespace stillpoint
