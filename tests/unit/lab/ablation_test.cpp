#include "lab/ablation.h"

#include <gtest/gtest.h>

namespace stillpoint::lab {
namespace {

TEST(Ablation, ComparesTheSwitchedEngineWithTheDefault) {
    AblationSettings settings;
    settings.nodes = 100;
    settings.match.pairs = 1;
    settings.depth = 3;
    settings.suite = built_in_suite();
    settings.suite_nodes = 200;
    Ablation ablation(settings, nullptr);
    double last = 0;
    const AblationRow row = ablation.measure(kFeatureInfos[0], [&](double fraction, const std::string&) {
        EXPECT_GE(fraction, last);
        last = fraction;
    });
    EXPECT_EQ(last, 1);
    EXPECT_EQ(row.name, kFeatureInfos[0].name);
    EXPECT_EQ(row.results.games(), 2u);
    EXPECT_GT(row.nodes_ratio, 0);
    EXPECT_LE(row.solved, 12);
}

TEST(Ablation, ThePageShowsTheMostValuableFirst) {
    AblationRow good{.name = "good", .results = {}},
        bad{.name = "bad", .on_by_default = false, .results = {}};
    for (int i = 0; i < 8; ++i) good.results.add(1, 0.5);
    for (int i = 0; i < 8; ++i) bad.results.add(0.5, 0);
    const std::string page = to_markdown({bad, good}, {"a few games", 12, 7});
    EXPECT_LT(page.find("| good | on | +"), page.find("| bad | off | -"));
    EXPECT_NE(page.find("Of the 12 test positions the engine as shipped solves 7;"), std::string::npos);
    EXPECT_NE(to_chart({bad, good}).find("bad (off)"), std::string::npos);
}

}  // namespace
}  // namespace stillpoint::lab
