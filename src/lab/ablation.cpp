#include "lab/ablation.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "analysis/suite_run.h"
#include "chess/fen.h"
#include "lab/bench_positions.h"
#include "util/bar_chart.h"
#include "util/text.h"

namespace stillpoint::lab {

Ablation::Ablation(const AblationSettings& settings, const nnue::Network* network) : settings_(settings) {
    base_.network = network;
    base_.hard_nodes = settings_.nodes;
    cost_ = cost_to_depth(base_);
    solved_ = count_solved(base_.solo(), settings_.suite, settings_.suite_nodes);
}

Ablation::DepthCost Ablation::cost_to_depth(const PlayerConfig& config) const {
    Player player(config);
    Limits limits;
    limits.depth = settings_.depth;
    double log_sum = 0;
    const std::clock_t start = std::clock();
    for (std::string_view fen : kBenchPositions) {
        player.new_game();
        const std::uint64_t nodes = player.think(*parse_fen(fen), limits).nodes;
        log_sum += std::log(static_cast<double>(std::max<std::uint64_t>(nodes, 1)));
    }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    return {std::exp(log_sum / std::size(kBenchPositions)), seconds};
}

AblationRow Ablation::measure(const FeatureInfo& technique, const OnProgress& on_progress) {
    PlayerConfig switched = base_;
    *find_feature(switched.tuning.features, technique.name) = !technique.on_by_default;
    AblationRow row{
        .name = std::string(technique.name), .on_by_default = technique.on_by_default, .results = {}};
    on_progress(0, "to depth");
    const DepthCost cost = cost_to_depth(switched);
    row.nodes_ratio = cost.nodes / cost_.nodes;
    row.time_ratio = cost.seconds / std::max(cost_.seconds, 0.001);
    row.solved = count_solved(switched.solo(), settings_.suite, settings_.suite_nodes);
    MatchSettings match = settings_.match;
    match.on_pair = [&](const PairResults& r) {
        on_progress(0.5 * static_cast<double>(r.games()) / static_cast<double>(match.pairs), to_string(r));
        return true;
    };
    row.results = play_match(base_, switched, match);
    return row;
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
        "those "
        "that are off by default). Values don't add up: techniques replace and support each other. The nodes "
        "ratio says how many nodes the switched engine needs for the same depth; fewer nodes are not better "
        "if "
        "the depth means less. Of the " +
        std::to_string(page.positions) + " test positions the engine as shipped solves " +
        std::to_string(page.solved) +
        "; the last column says how many the switched one does.\n\n![chart](ablation.svg)\n\n"
        "| technique | default | Elo | error | games | nodes to depth | time to depth | solved |\n"
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for (const AblationRow& row : rows) {
        const EloEstimate e = estimate_elo(row.results);
        text += format("| %s | %s | %+.0f | %.0f | %llu | %.2f | %.2f | %d |\n", row.name.c_str(),
                       row.on_by_default ? "on" : "off", e.elo, e.error,
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
