#include "engine/strength.h"

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

TEST(Strength, GrowsWithElo) {
    auto weaker = weakness_for_elo(kMinElo);
    ASSERT_TRUE(weaker);
    for (int elo = kMinElo + 1; elo < kMaxElo; ++elo) {
        const auto stronger = weakness_for_elo(elo);
        ASSERT_TRUE(stronger) << elo;
        ASSERT_GE(stronger->nodes, weaker->nodes) << elo;
        ASSERT_LE(stronger->eval_noise, weaker->eval_noise) << elo;
        weaker = stronger;
    }
    EXPECT_GT(weaker->nodes, 1000 * weakness_for_elo(kMinElo)->nodes);
}

TEST(Strength, OutsideTheScaleTheEndsHold) {
    EXPECT_EQ(weakness_for_elo(0)->nodes, weakness_for_elo(kMinElo)->nodes);
    EXPECT_FALSE(weakness_for_elo(kMaxElo));
    EXPECT_FALSE(weakness_for_elo(kMaxElo + 500));
    EXPECT_EQ(weakness_for_skill(-3)->nodes, weakness_for_skill(0)->nodes);
    EXPECT_FALSE(weakness_for_skill(kMaxSkill));
}

TEST(Strength, SkillLevelsAreSpreadOverTheScale) {
    for (int level = 1; level < kMaxSkill; ++level)
        EXPECT_GT(weakness_for_skill(level)->nodes, weakness_for_skill(level - 1)->nodes) << level;
}

}  // namespace
}  // namespace stillpoint
