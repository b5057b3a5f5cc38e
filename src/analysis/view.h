#pragma once

#include <string>

#include "analysis/searcher.h"
#include "util/terminal.h"

namespace stillpoint {

// All that is on the screen of `stillpoint analyse` at a moment.
struct AnalysisView {
    std::string title;   // of the position; may be empty
    std::string engine;  // name and evaluation
    const Position& position;
    const Analysis& analysis;
    Milliseconds time = 0;  // of the clock on the wall
    bool finished = false;
};

// The screen as text, a line end after every line, no line wider than the style allows. Pure: the same view
// gives the same text.
std::string render(const AnalysisView& view, const TerminalStyle& style);

// What a score means in words.
std::string verdict_text(Score score, const Position& pos);

}  // namespace stillpoint
