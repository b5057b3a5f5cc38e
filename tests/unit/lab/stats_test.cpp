// The counts of a search as people and programs read them.
#include "lab/stats.h"

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

CountTrace growing_search() {
    CountTrace trace;
    for (int depth = 1; depth <= 8; ++depth) trace.iteration({depth, std::uint64_t{10} << depth, 3 * depth});
    return trace;
}

TEST(Stats, ShowNodesAndTimeToEachDepth) {
    const std::string text = lab::stats_text(growing_search());
    EXPECT_NE(text.find("    1             20          3\n"), std::string::npos) << text;
    EXPECT_NE(text.find("    8           2560         24     2.00\n"), std::string::npos) << text;
    EXPECT_NE(text.find("effective branching factor       2.00   (depth 8)"), std::string::npos) << text;
    EXPECT_NE(lab::stats_json(growing_search()).find(R"({"depth":8,"nodes":2560,"milliseconds":24})"),
              std::string::npos);
}

TEST(Stats, OfNoSearchAreZero) {
    EXPECT_NE(lab::stats_text({}).find("effective branching factor       0.00   (depth 0)"),
              std::string::npos);
    EXPECT_NE(lab::stats_json({}).find(R"("iterations":[])"), std::string::npos);
}

TEST(Stats, OfASearchHaveAllItsIterations) {
    Engine engine;
    engine.settings().lab = true;
    Limits limits;
    limits.depth = 7;
    engine.go(limits);
    engine.wait();
    const CountTrace& trace = engine.pool().worker(0).counts();
    ASSERT_EQ(trace.iterations.size(), 7u);
    for (std::size_t i = 1; i < 7; ++i) {
        EXPECT_EQ(trace.iterations[i].depth, static_cast<int>(i) + 1);
        EXPECT_GT(trace.iterations[i].nodes, trace.iterations[i - 1].nodes);
    }
}

}  // namespace
}  // namespace stillpoint
