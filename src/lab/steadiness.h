#pragma once

#include <functional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "engine/shown_score.h"
#include "nnue/network.h"
#include "search/trace.h"
#include "search/tuning.h"

// How much a search changes its mind from one iteration to the next, and what quiescence has to do with it.
namespace stillpoint::lab {

struct Steadiness {
    int steps = 0;            // from one iteration to the next
    std::int64_t change = 0;  // sum of the score's changes, in centipawns; beyond ten pawns none counts
    int move_changes = 0;     // how often the best move was another one

    double mean_change() const { return steps > 0 ? static_cast<double>(change) / steps : 0; }
    Steadiness& operator+=(const Steadiness& other);
};
// Of one step, and of all.
Steadiness step_of(const IterationCount& before, const IterationCount& after, const ScoreScale& scale);
Steadiness steadiness_of(const std::vector<IterationCount>& iterations, const ScoreScale& scale);

// The engine's iterations from nothing, with quiescence and with the bare evaluation at the horizon.
struct SteadinessComparison {
    std::vector<IterationCount> with, without;
};
SteadinessComparison compare_steadiness(const Position& pos, int depth, const nnue::Network* network,
                                        const Tuning& tuning);
std::string steadiness_text(const Position& pos, const SteadinessComparison& found);
std::string steadiness_json(const Position& pos, const SteadinessComparison& found);

// Over many positions, which must have a legal move: a Markdown table, one row for each step. `on_progress`
// hears how many are done.
std::string steadiness_suite(const std::vector<Position>& positions, int depth, const nnue::Network* network,
                             const Tuning& tuning, const std::function<void(std::size_t)>& on_progress = {});

}  // namespace stillpoint::lab
