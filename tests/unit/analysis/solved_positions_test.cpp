#include "analysis/solved_positions.h"

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

TEST(SolvedPositions, BuiltInSuiteIsReadInFull) {
    const auto positions = built_in_suite();
    EXPECT_EQ(positions.size(), 12u);
    for (const SuitePosition& p : positions)
        EXPECT_FALSE(p.best.empty() && p.avoid.empty()) << p.id << " has no answer";
}

TEST(SolvedPositions, MoreNodesSolveSome) {
    const auto positions = built_in_suite();
    const SoloSettings config;
    const int few = count_solved(config, positions, 100), many = count_solved(config, positions, 50'000);
    EXPECT_GE(few, 0);
    EXPECT_GT(many, few);
    EXPECT_LE(many, 12);
}

TEST(SolvedPositions, BadFilesAreReported) {
    EXPECT_FALSE(load_suite("/nonexistent.epd"));
    EXPECT_FALSE(load_suite("/dev/null"));
}

}  // namespace
}  // namespace stillpoint
