#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "analysis/suite_file.h"
#include "selfplay/match.h"

// What each technique of the search is worth: the engine as it is against one with a single technique
// switched.
namespace stillpoint::lab {

struct AblationSettings {
    std::uint64_t nodes = 5000;  // a move
    MatchSettings match;         // for each technique
    int depth = 12;              // for the nodes and time ratios
    std::vector<SuitePosition> suite;
    std::uint64_t suite_nodes = 20000;  // a position
};

// What was measured for one technique. "Switched" is the engine with the technique turned off, or on if it is
// off by default.
struct AblationRow {
    std::string name;
    bool on_by_default = true;
    double nodes_ratio = 1;  // nodes to depth, switched against default
    double time_ratio = 1;
    int solved = 0;       // positions of the suite, by the switched engine
    PairResults results;  // of the default against the switched engine: positive means the default is better
};

class Ablation {
public:
    // Measures the engine as it is, which takes a while.
    Ablation(const AblationSettings& settings, const nnue::Network* network);

    // `on_progress` gets the share done and what is being done.
    using OnProgress = std::function<void(double fraction, const std::string& note)>;
    AblationRow measure(const FeatureInfo& technique, const OnProgress& on_progress);

    // Positions of the suite solved by the engine as it is.
    int solved() const { return solved_; }

private:
    // To the depth, over the bench positions.
    struct DepthCost {
        double nodes = 0;    // geometric mean: one hard position must not decide
        double seconds = 0;  // of this process: others use the machine too
    };
    DepthCost cost_to_depth(const PlayerConfig& config) const;

    AblationSettings settings_;
    PlayerConfig base_;
    DepthCost cost_;
    int solved_ = 0;
};

// One technique as a line for a terminal; `solved` is the engine's count as it is.
std::string to_string(const AblationRow& row, int solved);

// The page about all techniques, the most valuable first. `settings` says how they were measured.
struct AblationPage {
    std::string settings;
    std::size_t positions = 0;  // in the suite
    int solved = 0;             // by the engine as it is
};
std::string to_markdown(std::vector<AblationRow> rows, const AblationPage& page);
std::string to_chart(const std::vector<AblationRow>& rows);  // SVG

}  // namespace stillpoint::lab
