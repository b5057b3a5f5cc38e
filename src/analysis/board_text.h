#pragma once

#include <string>
#include <vector>

#include "chess/position.h"
#include "util/terminal.h"

namespace stillpoint {

// The board as ten lines: the files above no line, the ranks 8 to 1, the files below. With colours the
// squares are coloured and the squares of `highlight` (a move, or none) stand out; without them White's
// pieces are outlined, or capital letters where there is no Unicode.
std::vector<std::string> board_lines(const Position& pos, Move highlight, const TerminalStyle& style);

// Eight cells from top to bottom: a column filled from below by White's share of the winning chances.
std::vector<std::string> eval_bar(double white_chance, const TerminalStyle& style);

// A row of so many columns in three parts.
std::string wdl_bar(int win, int draw, int loss, int columns, const TerminalStyle& style);

}  // namespace stillpoint
