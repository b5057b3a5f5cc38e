#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "engine/engine.h"
#include "engine/shown_score.h"
#include "lab/line_watcher.h"

namespace stillpoint::lab {

// What a replay of the search did with a line of moves.
struct WhyReport {
    Position root;
    LineWatcher watcher;
    int depth = 0;            // of the replay's last complete iteration
    std::uint64_t nodes = 0;  // of the replay

    ScoreScale scale() const { return ScoreScale(root); }
};

// Replays the engine's search and watches the line. Without a depth it is the iteration after the engine's
// last one, where the line is seen as the engine would see it next. The engine must be idle; it stays as it
// is.
Result<WhyReport> watch_line(const Engine& engine, std::vector<Move> line, std::optional<int> depth);

// The report for a player, in figures, and for programs.
std::string why_sentences(const WhyReport& report);
std::string why_table(const WhyReport& report);
std::string why_json(const WhyReport& report);

}  // namespace stillpoint::lab
