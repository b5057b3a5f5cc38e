#include "lab/steadiness.h"

#include <algorithm>

#include "chess/notation.h"
#include "lab/names.h"
#include "search/root_moves.h"
#include "search/solo_search.h"
#include "util/json_writer.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

constexpr std::size_t kPairTableMebibytes = 16;

// The same search twice, but for what it does at its horizon.
class Pair {
public:
    Pair(const nnue::Network* network, const Tuning& tuning)
        : with_({.tuning = with_quiescence(tuning, true),
                 .network = network,
                 .hash_mebibytes = kPairTableMebibytes}),
          without_({.tuning = with_quiescence(tuning, false),
                    .network = network,
                    .hash_mebibytes = kPairTableMebibytes}) {}

    SteadinessComparison compare(const Position& pos, int depth) {
        return {iterations(with_, pos, depth), iterations(without_, pos, depth)};
    }

private:
    static Tuning with_quiescence(Tuning tuning, bool on) {
        tuning.features.quiescence = on;
        return tuning;
    }

    static std::vector<IterationCount> iterations(SoloSearch& search, const Position& pos, int depth) {
        SoloTask task;
        task.limits.depth = depth;
        SearchContext context;
        search.clear();
        search.prepare(context, task);
        context.open = true;  // counted
        search.run(context, pos, root_moves_of(pos, task.limits, context.tablebases));
        return search.worker().counts().iterations;
    }

    SoloSearch with_, without_;
};

std::string summary(std::string_view name, const Steadiness& s) {
    return format(
        "%-20s the score moves by %.2f pawns from one iteration to the next, the best move changes "
        "%d times in %d\n",
        std::string(name).c_str(), s.mean_change() / 100, s.move_changes, s.steps);
}

void write(JsonWriter& json, std::string_view key, const Position& pos,
           const std::vector<IterationCount>& iterations) {
    const ScoreScale scale(pos);
    const Steadiness all = steadiness_of(iterations, scale);
    json.key(key).begin_object();
    json.field("mean_change_cp", all.mean_change()).field("move_changes", all.move_changes);
    json.key("iterations").begin_array();
    for (const IterationCount& at : iterations) {
        json.begin_object().field("depth", at.depth).field("nodes", at.nodes);
        write_score(json, "score", at.score, scale);
        json.field("move", to_uci(at.move, CastlingNotation::KingTakesRook)).end_object();
    }
    json.end_array().end_object();
}

}  // namespace

Steadiness& Steadiness::operator+=(const Steadiness& other) {
    steps += other.steps;
    change += other.change;
    move_changes += other.move_changes;
    return *this;
}

Steadiness step_of(const IterationCount& before, const IterationCount& after, const ScoreScale& scale) {
    const auto clamped = [&](const IterationCount& at) { return bounded_centipawns(at.score, scale); };
    return {.steps = 1,
            .change = std::abs(clamped(after) - clamped(before)),
            .move_changes = after.move != before.move};
}

Steadiness steadiness_of(const std::vector<IterationCount>& iterations, const ScoreScale& scale) {
    Steadiness sum;
    for (std::size_t i = 1; i < iterations.size(); ++i)
        sum += step_of(iterations[i - 1], iterations[i], scale);
    return sum;
}

SteadinessComparison compare_steadiness(const Position& pos, int depth, const nnue::Network* network,
                                        const Tuning& tuning) {
    return Pair(network, tuning).compare(pos, depth);
}

std::string steadiness_text(const Position& pos, const SteadinessComparison& found) {
    const ScoreScale scale(pos);
    std::string text = "depth  with quiescence             without\n";
    for (std::size_t i = 0; i < std::max(found.with.size(), found.without.size()); ++i) {
        text += format("%5zu", i + 1);
        for (const auto* list : {&found.with, &found.without}) {
            if (i >= list->size()) continue;
            const IterationCount& at = (*list)[i];
            text += format("  %-7s %-8s %9llu", to_san(pos, at.move).c_str(),
                           in_pawns(at.score, scale).c_str(), static_cast<unsigned long long>(at.nodes));
        }
        text += '\n';
    }
    return text + '\n' + summary("with quiescence:", steadiness_of(found.with, scale)) +
           summary("without quiescence:", steadiness_of(found.without, scale)) +
           "Scores are those of the side to move, in pawns as UCI counts them; the numbers are nodes.";
}

std::string steadiness_json(const Position& pos, const SteadinessComparison& found) {
    JsonWriter json;
    json.begin_object();
    write(json, "with_quiescence", pos, found.with);
    write(json, "without_quiescence", pos, found.without);
    return json.end_object().text();
}

std::string steadiness_suite(const std::vector<Position>& positions, int depth, const nnue::Network* network,
                             const Tuning& tuning, const std::function<void(std::size_t)>& on_progress) {
    struct Row {
        Steadiness with, without;
        std::uint64_t nodes_with = 0, nodes_without = 0;
    };
    std::vector<Row> rows(static_cast<std::size_t>(depth) + 1);  // the last one is for all steps
    int steadier = 0;
    Pair pair(network, tuning);
    for (const Position& pos : positions) {
        const ScoreScale scale(pos);
        const SteadinessComparison found = pair.compare(pos, depth);
        const std::size_t both = std::min(found.with.size(), found.without.size());
        Row all;
        for (std::size_t i = 1; i < both; ++i) {
            Row& row = rows[i];
            const Steadiness with = step_of(found.with[i - 1], found.with[i], scale);
            const Steadiness without = step_of(found.without[i - 1], found.without[i], scale);
            row.with += with;
            row.without += without;
            row.nodes_with += found.with[i].nodes;
            row.nodes_without += found.without[i].nodes;
            all.with += with;
            all.without += without;
        }
        steadier += all.with.change < all.without.change;
        rows.back().with += all.with;
        rows.back().without += all.without;
        if (on_progress) on_progress(static_cast<std::size_t>(&pos - positions.data()) + 1);
    }
    std::string text = format(
        "%zu positions; the score was steadier with quiescence in %d\n\n"
        "| depth | change of score: with quiescence | without | best move changed: with | without | nodes: "
        "with "
        "| without |\n"
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        positions.size(), steadier);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const Row& row = rows[i];
        const bool is_sum = i + 1 == rows.size();
        if (row.with.steps == 0) continue;
        const auto share = [](const Steadiness& s) { return 100.0 * s.move_changes / s.steps; };
        text += "| " + (is_sum ? "all" : format("%zu to %zu", i, i + 1)) +
                format(" | %.2f | %.2f | %.0f %% | %.0f %% |", row.with.mean_change() / 100,
                       row.without.mean_change() / 100, share(row.with), share(row.without));
        const auto mean = [&](std::uint64_t nodes) {
            return static_cast<unsigned long long>(nodes / static_cast<std::uint64_t>(row.with.steps));
        };
        text += is_sum ? " | |\n" : format(" %llu | %llu |\n", mean(row.nodes_with), mean(row.nodes_without));
    }
    return text + "\nChanges of the score are means, in pawns as UCI counts them.";
}

}  // namespace stillpoint::lab
