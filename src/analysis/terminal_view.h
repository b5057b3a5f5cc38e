#pragma once

#include <string>
#include <vector>

#include "analysis/searcher.h"
#include "chess/position.h"
#include "util/terminal.h"

// What `stillpoint analyse` shows in a terminal.
namespace stillpoint {

// All that is on the screen at one moment.
struct AnalysisView {
    std::string title;   // of the position; may be empty
    std::string engine;  // name and evaluation
    const Position& position;
    const Analysis& analysis;
    Milliseconds time = 0;  // since the analysis began
    bool finished = false;
};

// The screen as text, a line end after every line, no line wider than the style allows. The same view
// always gives the same text.
std::string render(const AnalysisView& view, const TerminalStyle& style);

// What a score means in words.
std::string verdict_text(Score score, const Position& pos);

// Its parts.

// The board as nine lines: the ranks 8 to 1 and, below them, the files. With colours the squares are coloured
// and those of `highlight` (a move, or none) stand out; without them White's pieces are outlined, or capital
// letters where there is no Unicode.
std::vector<std::string> board_lines(const Position& pos, Move highlight, const TerminalStyle& style);

// Eight cells from top to bottom: a column filled from below by White's share of the winning chances.
std::vector<std::string> eval_bar(double white_chance, const TerminalStyle& style);

// A row of `columns` cells in three parts.
std::string wdl_bar(int win, int draw, int loss, int columns, const TerminalStyle& style);

}  // namespace stillpoint
