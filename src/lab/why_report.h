#pragma once

#include <string>

#include "chess/position.h"
#include "lab/line_watcher.h"

namespace stillpoint::lab {

// All there is to say about a line, once for a player, once in figures, once for programs.
struct WhyReport {
    const Position& root;
    const LineWatcher& watcher;
    int depth;            // of the replay's last complete iteration
    std::uint64_t nodes;  // it took
};

std::string why_sentences(const WhyReport& report);
std::string why_table(const WhyReport& report);
std::string why_json(const WhyReport& report);

}  // namespace stillpoint::lab
