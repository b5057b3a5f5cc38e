#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/suite_file.h"
#include "selfplay/match.h"

// What each technique of the search is worth: the engine as it is against one with a single technique
// switched.
namespace stillpoint::lab {

struct AblationSettings {
    std::uint64_t nodes = 20'000;  // a move; for the clock's techniques a clock with about that mean
    MatchSettings match{};         // its pairs are the most for a technique
    int depth = 12;                // for the nodes and time ratios
    std::vector<SuitePosition> suite{};
    std::uint64_t suite_nodes = 20'000;  // a position
};

// What was measured for one technique. "Switched" is the engine with the technique turned off, or on if it is
// off by default.
struct AblationRow {
    std::string name;
    std::string key;  // of everything the games depend on
    bool on_by_default = true;
    double nodes_ratio = 1;  // nodes to depth, switched against default
    double time_ratio = 1;
    int solved = 0;       // positions of the suite, by the switched engine
    PairResults results;  // of the default against the switched engine: positive means the default is better
};

// Whether more games would tell little: it is certain which side is better, or the Elo is known to +-
// `within`.
bool is_settled(const AblationRow& row, double within);

class Ablation {
public:
    Ablation(const AblationSettings& settings, const nnue::Network* network);

    // Games of one thread each can't tell what a technique is worth that others only have.
    static bool can_measure(const FeatureInfo& technique);
    // A row without games. Its key is another as soon as anything is that alters play: network, numbers,
    // other techniques, nodes, openings, or the code of the search, by the nodes of short searches of both
    // sides.
    AblationRow start(const FeatureInfo& technique);

    // Plays on where the row ended until it is settled, all pairs are played, or `on_progress` says no. It
    // gets the row as it is by now, often enough to keep it, and what is being done.
    using OnProgress = std::function<bool(const AblationRow& row, const std::string& note)>;
    void measure(AblationRow& row, double within, const OnProgress& on_progress);

    // Positions of the suite solved by the engine as it is.
    int solved();

private:
    // To the depth, over the bench positions.
    struct DepthCost {
        double nodes = 0;         // geometric mean: one hard position must not decide
        std::uint64_t total = 0;  // of nodes
        double seconds = 0;       // of this process: others use the machine too
    };
    static DepthCost cost_to_depth(const PlayerConfig& config, int depth);
    // The two sides: as it is, and switched.
    PlayerConfig side(const std::string& technique, bool switched) const;
    void measure_searches(AblationRow& row, const OnProgress& on_progress);

    AblationSettings settings_;
    const nnue::Network* network_;
    std::optional<DepthCost> cost_;  // of the engine as it is, once it was asked for
    std::optional<int> solved_;
    std::optional<std::uint64_t> signature_;
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
