#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/suite_file.h"
#include "nnue/network.h"
#include "search/limits.h"
#include "search/score.h"
#include "search/solo_search.h"

namespace stillpoint {

struct SuiteAnswer {
    Move move;
    Score score = 0;
    SuiteVerdict verdict;
    int depth = 0;
    std::uint64_t nodes = 0;
    Milliseconds time = 0;
    // When the answer became right and stayed so; nothing if it is wrong.
    std::optional<Milliseconds> found_after;
};

struct SuiteSettings {
    Limits limits;
    int jobs = 1;  // positions at once, each searched by one thread
    int hash = 16;
    const nnue::Network* network = nullptr;
};

// Answers in the order of the positions; those not reached before an interrupt have no move. Every position
// is searched from a clean state, so that neither their order nor the number of jobs matters. `on_progress`
// is called with the number of finished positions, from one thread.
std::vector<SuiteAnswer> run_suite(const std::vector<SuitePosition>& positions, const SuiteSettings& settings,
                                   const std::function<void(std::size_t done)>& on_progress);

// How many positions are solved with this many nodes, each searched from a clean state.
int count_solved(const SoloSettings& settings, const std::vector<SuitePosition>& positions,
                 std::uint64_t nodes);

struct SuiteTotals {
    std::size_t positions = 0, solved = 0;
    double points = 0, max_points = 0;
    std::uint64_t nodes = 0;
    Milliseconds time = 0;  // of all searches added up
};
SuiteTotals add_up(const std::vector<SuitePosition>& positions, const std::vector<SuiteAnswer>& answers);

struct SuiteResult {
    std::string name;
    std::vector<SuitePosition> positions;
    std::vector<SuiteAnswer> answers;
};

// The table of all suites with a line of totals; with `list` also every unsolved position.
std::string suite_table(const std::vector<SuiteResult>& results, bool list);

}  // namespace stillpoint
