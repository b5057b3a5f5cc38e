#include "lab/ablation.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "analysis/suite_run.h"
#include "chess/fen.h"
#include "lab/bench_positions.h"
#include "selfplay/play_key.h"
#include "util/bar_chart.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

// Deep enough that a change of any rule shows in the number of nodes of some position.
constexpr int kSignatureDepth = 8;
// 8 s + 0.08 s, of which a game's moves use this much on average.
constexpr GameClock kClock{.start = 8000, .increment = 80};
constexpr std::uint64_t kMillisecondsPerMove = 200;
// Pairs after which a row is kept, though it is not settled.
constexpr std::uint64_t kKeepEvery = 4;

bool is_of_the_clock(std::string_view technique) { return technique.starts_with("time_"); }

}  // namespace

bool is_settled(const AblationRow& row, double within) {
    return certain_sign(row.results) != 0 ||
           (row.results.games() > 0 && cautious_error(row.results) <= within);
}

Ablation::Ablation(const AblationSettings& settings, const nnue::Network* network)
    : settings_(settings), network_(network) {}

bool Ablation::can_measure(const FeatureInfo& technique) { return technique.name != "helper_skipping"; }

PlayerConfig Ablation::side(const std::string& technique, bool switched) const {
    PlayerConfig config;
    config.network = network_;
    config.hard_nodes = settings_.nodes;
    if (is_of_the_clock(technique)) {
        config.clock = kClock;
        config.clock.node_time =
            static_cast<std::int64_t>(std::max<std::uint64_t>(settings_.nodes / kMillisecondsPerMove, 1));
    }
    if (switched) {
        bool& feature = *find_feature(config.tuning.features, technique);
        feature = !feature;
    }
    return config;
}

Ablation::DepthCost Ablation::cost_to_depth(const PlayerConfig& config, int depth) {
    PlayerConfig untimed = config;
    untimed.clock = {};
    Player player(untimed);
    Limits limits;
    limits.depth = depth;
    DepthCost cost;
    double log_sum = 0;
    const std::clock_t start = std::clock();
    for (std::string_view fen : kBenchPositions) {
        player.new_game();
        const std::uint64_t nodes = player.think(*parse_fen(fen), limits).nodes;
        cost.total += nodes;
        log_sum += std::log(static_cast<double>(std::max<std::uint64_t>(nodes, 1)));
    }
    cost.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    cost.nodes = std::exp(log_sum / std::size(kBenchPositions));
    return cost;
}

AblationRow Ablation::start(const FeatureInfo& technique) {
    const std::string name(technique.name);
    const PlayerConfig as_it_is = side(name, false), switched = side(name, true);
    if (!signature_) signature_ = cost_to_depth(as_it_is, kSignatureDepth).total;
    const std::uint64_t other = cost_to_depth(switched, kSignatureDepth).total;
    return {.name = name,
            .key = play_key(as_it_is) + '-' + play_key(switched) + '-' +
                   play_key(settings_.match.openings, settings_.match.adjudication) + '-' +
                   std::to_string(*signature_) + '-' + std::to_string(other),
            .on_by_default = technique.on_by_default,
            .results = {}};
}

int Ablation::solved() {
    if (!solved_) solved_ = count_solved(side("", false).solo(), settings_.suite, settings_.suite_nodes);
    return *solved_;
}

void Ablation::measure_searches(AblationRow& row, const OnProgress& on_progress) {
    if (!on_progress(row, "to depth")) return;
    if (!cost_) cost_ = cost_to_depth(side("", false), settings_.depth);
    const PlayerConfig switched = side(row.name, true);
    const DepthCost cost = cost_to_depth(switched, settings_.depth);
    row.nodes_ratio = cost.nodes / cost_->nodes;
    row.time_ratio = cost.seconds / std::max(cost_->seconds, 0.001);
    row.solved = count_solved(switched.solo(), settings_.suite, settings_.suite_nodes);
}

void Ablation::measure(AblationRow& row, double within, const OnProgress& on_progress) {
    if (row.results.games() == 0) measure_searches(row, on_progress);
    if (is_settled(row, within)) return;
    const PairResults before = row.results;
    MatchSettings match = settings_.match;
    match.first_pair = before.games() / 2;
    match.finish_pairs = true;
    match.on_pair = [&](const PairResults& r) {
        row.results = before;
        row.results.add(r);
        const bool keep = row.results.games() / 2 % kKeepEvery == 0;
        const bool go_on = !keep || on_progress(row, to_string(row.results));
        return go_on && !is_settled(row, within);
    };
    play_match(side(row.name, false), side(row.name, true), match);
    on_progress(row, to_string(row.results));
}

std::string to_string(const AblationRow& row, int solved) {
    return format("%-30s nodes x%.2f  time x%.2f  solved %d (%d)  ", row.name.c_str(), row.nodes_ratio,
                  row.time_ratio, row.solved, solved) +
           to_string(row.results);
}

std::string to_markdown(std::vector<AblationRow> rows, const AblationPage& page) {
    std::stable_sort(rows.begin(), rows.end(), [](const AblationRow& a, const AblationRow& b) {
        return estimate_elo(a.results).elo > estimate_elo(b.results).elo;
    });
    std::string text =
        "# What each technique is worth\n\nMade by `make ablation`: " + page.settings +
        ".\n\nElo is what the engine as shipped gains over one with the technique switched (off, or on for "
        "those that are off by default). A row ends as soon as it is certain which of the two is better "
        "(then "
        "its sign is right, its size rough and rather too large), or when the Elo is known as well as was "
        "asked "
        "for. Values don't add up: techniques replace and support each other. The nodes ratio says how many "
        "nodes the switched engine needs for the same depth; fewer nodes are not better if the depth means "
        "less. The clock's techniques (`time_`) play at a clock that counts nodes, with the same number of "
        "nodes on average. Of the " +
        std::to_string(page.positions) + " test positions the engine as shipped solves " +
        std::to_string(page.solved) +
        "; the last column says how many the switched one does.\n\n![chart](ablation.svg)\n\n"
        "| technique | default | Elo | error | certain | games | nodes to depth | time to depth | solved |\n"
        "| --- | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |\n";
    for (const AblationRow& row : rows) {
        const EloEstimate e = estimate_elo(row.results);
        text += format("| %s | %s | %+.0f | %.0f | %s | %llu | %.2f | %.2f | %d |\n", row.name.c_str(),
                       row.on_by_default ? "on" : "off", e.elo, e.error,
                       certain_sign(row.results) == 0 ? ""
                       : e.elo > 0                    ? "better"
                                                      : "worse",
                       static_cast<unsigned long long>(row.results.games()), row.nodes_ratio, row.time_ratio,
                       row.solved);
    }
    return text;
}

std::string to_chart(const std::vector<AblationRow>& rows) {
    std::vector<Bar> bars;
    for (const AblationRow& row : rows) {
        const EloEstimate e = estimate_elo(row.results);
        bars.push_back({row.name + (row.on_by_default ? "" : " (off)"), e.elo, e.error});
    }
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.value > b.value; });
    return bar_chart_svg("Elo gained by the default setting", bars);
}

}  // namespace stillpoint::lab
