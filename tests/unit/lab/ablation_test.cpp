#include "lab/ablation.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace stillpoint::lab {
namespace {

AblationSettings small() {
    AblationSettings settings;
    settings.nodes = 100;
    settings.match.pairs = 3;
    settings.depth = 3;
    settings.suite = built_in_suite();
    settings.suite_nodes = 200;
    return settings;
}

const FeatureInfo& technique(std::string_view name) {
    return *std::find_if(std::begin(kFeatureInfos), std::end(kFeatureInfos),
                         [&](const FeatureInfo& info) { return info.name == name; });
}

const auto kGoOn = [](const AblationRow&, const std::string&) { return true; };

TEST(Ablation, ComparesTheSwitchedEngineWithTheDefault) {
    Ablation ablation(small(), nullptr);
    AblationRow row = ablation.start(kFeatureInfos[0]);
    EXPECT_EQ(row.name, kFeatureInfos[0].name);
    EXPECT_EQ(row.results.games(), 0u);
    ablation.measure(row, 1, kGoOn);
    EXPECT_EQ(row.results.games(), 6u);
    EXPECT_GT(row.nodes_ratio, 0);
    EXPECT_LE(row.solved, 12);
}

TEST(Ablation, GoesOnWhereItWasEnded) {
    Ablation ablation(small(), nullptr);
    AblationSettings longer = small();
    longer.match.pairs = 12;
    AblationRow whole = ablation.start(technique("killers")), parts = whole;
    Ablation once(longer, nullptr), twice(longer, nullptr);
    once.measure(whole, 1, kGoOn);
    int calls = 0;
    // The first call is before the games.
    twice.measure(parts, 1, [&](const AblationRow&, const std::string&) { return ++calls < 2; });
    EXPECT_LT(parts.results.games(), whole.results.games());
    EXPECT_GT(parts.results.games(), 0u);
    twice.measure(parts, 1, kGoOn);
    EXPECT_EQ(parts.results.pairs, whole.results.pairs);
    EXPECT_EQ(whole.results.games(), 24u);
}

TEST(Ablation, EndsAsSoonAsTheSignIsCertain) {
    AblationSettings settings = small();
    settings.match.pairs = 400;
    Ablation ablation(settings, nullptr);
    AblationRow row = ablation.start(technique("quiescence"));
    ablation.measure(row, 1, kGoOn);
    EXPECT_TRUE(is_settled(row, 1));
    EXPECT_LT(row.results.games(), 200u);
    EXPECT_GT(estimate_elo(row.results).elo, 100);
    const PairResults before = row.results;
    ablation.measure(row, 1, kGoOn);
    EXPECT_EQ(row.results.games(), before.games()) << "nothing is left to play";
}

TEST(Ablation, IsSettledByACertainSignOrANarrowInterval) {
    AblationRow row{.name = "x", .key = "", .results = {}};
    EXPECT_FALSE(is_settled(row, 1000));
    for (int i = 0; i < 12; ++i) row.results.add(0.5, 0.5);
    EXPECT_FALSE(is_settled(row, 20));
    for (int i = 0; i < 60; ++i) row.results.add(0.5, 0.5);
    EXPECT_TRUE(is_settled(row, 20));
    row.results = {};
    for (int i = 0; i < 12; ++i) row.results.add(0, 0.5);
    EXPECT_TRUE(is_settled(row, 1));
}

// So that rows of other games are played anew.
TEST(Ablation, TheKeyIsAnotherForOtherGames) {
    std::set<std::string> keys;
    const auto adds = [&](const AblationSettings& settings, const nnue::Network* network,
                          std::string_view name) {
        return keys.insert(Ablation(settings, network).start(technique(name)).key).second;
    };
    EXPECT_TRUE(adds(small(), nullptr, "killers"));
    EXPECT_FALSE(adds(small(), nullptr, "killers"));
    EXPECT_TRUE(adds(small(), nullptr, "probcut"));
    AblationSettings other = small();
    other.nodes = 101;
    EXPECT_TRUE(adds(other, nullptr, "killers"));
    other = small();
    other.match.openings.book = {"x"};
    EXPECT_TRUE(adds(other, nullptr, "killers"));
    EXPECT_TRUE(adds(small(), nullptr, "time_falling"));
    // More games and another split of the work are the same games.
    other = small();
    other.match.pairs = 99;
    other.match.threads = 2;
    EXPECT_FALSE(adds(other, nullptr, "killers"));
}

// The key ends with the nodes of both sides: a switch that alters nothing would have the same twice.
TEST(Ablation, EachSwitchOfATermAltersTheSearch) {
    Ablation ablation(small(), nullptr);
    for (std::string_view name : {"correction_pawn",
                                  "correction_minor",
                                  "correction_non_pawn",
                                  "correction_continuation",
                                  "hindsight_deeper",
                                  "hindsight_shallower",
                                  "improving",
                                  "fifty_move_damping",
                                  "table_cutoff_credit",
                                  "reduction_table_pv",
                                  "reduction_cut_node",
                                  "reduction_cutoff_count",
                                  "reduction_check",
                                  "prior_move_bonus",
                                  "research_bonus",
                                  "check_ordering",
                                  "butterfly_history",
                                  "piece_to_history",
                                  "continuation_history",
                                  "pawn_history",
                                  "low_ply_history",
                                  "capture_history"}) {
        const std::string key = ablation.start(technique(name)).key;
        const std::size_t last = key.rfind('-'), before = key.rfind('-', last - 1);
        EXPECT_NE(key.substr(before + 1, last - before - 1), key.substr(last + 1)) << name;
    }
}

TEST(Ablation, ThePageShowsTheMostValuableFirst) {
    AblationRow good{.name = "good", .key = "", .results = {}},
        bad{.name = "bad", .key = "", .on_by_default = false, .results = {}};
    for (int i = 0; i < 20; ++i) good.results.add(1, 0.5);
    for (int i = 0; i < 8; ++i) bad.results.add(0.5, 0);
    const std::string page = to_markdown({bad, good}, {"a few games", 12, 7});
    EXPECT_LT(page.find("| good | on | +"), page.find("| bad | off | -"));
    EXPECT_NE(page.find("| better | 40 |"), std::string::npos) << page;
    EXPECT_NE(page.find("Of the 12 test positions the engine as shipped solves 7;"), std::string::npos);
    EXPECT_NE(to_chart({bad, good}).find("bad (off)"), std::string::npos);
}

}  // namespace
}  // namespace stillpoint::lab
