#include "engine/node_clock.h"

#include <limits>

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

constexpr Color kUs = Color::White;

TEST(NodeClock, StartsWithWhatTheClockShows) {
    NodeClock clock;
    EXPECT_EQ(clock.on_go(kUs, 1000, 0, 50), 1000);
}

TEST(NodeClock, OnlyNodesMakeItRun) {
    NodeClock clock;
    clock.on_go(kUs, 1000, 0, 50);
    clock.on_answer(kUs, 5000, 20);  // 100 ms of nodes used, 20 ms gained
    EXPECT_EQ(clock.on_go(kUs, 3, 0, 50), 920);
    clock.on_answer(kUs, 0, 0);
    EXPECT_EQ(clock.on_go(kUs, 999999, 0, 50), 920);
}

TEST(NodeClock, NeverGoesBelowZero) {
    NodeClock clock;
    clock.on_go(kUs, 10, 0, 1);
    clock.on_answer(kUs, 1'000'000, 5);
    EXPECT_EQ(clock.on_go(kUs, 10, 0, 1), 0);
    clock.on_answer(kUs, 0, 5);
    EXPECT_EQ(clock.on_go(kUs, 10, 0, 1), 5);
}

TEST(NodeClock, EachSideHasItsOwn) {
    NodeClock clock;
    clock.on_go(Color::White, 1000, 0, 10);
    EXPECT_EQ(clock.on_go(Color::Black, 500, 0, 10), 500);
    clock.on_answer(Color::Black, 1000, 0);
    EXPECT_EQ(clock.on_go(Color::White, 1, 0, 10), 1000);
    EXPECT_EQ(clock.on_go(Color::Black, 1, 0, 10), 400);
}

TEST(NodeClock, GainsItsTimeAgainAtATimeControl) {
    NodeClock clock;
    clock.on_go(kUs, 1000, 2, 1);
    clock.on_answer(kUs, 400, 0);
    EXPECT_EQ(clock.on_go(kUs, 1, 1, 1), 600);
    clock.on_answer(kUs, 100, 0);
    EXPECT_EQ(clock.on_go(kUs, 1, 40, 1), 1500);
    clock.on_answer(kUs, 100, 0);
    EXPECT_EQ(clock.on_go(kUs, 1, 39, 1), 1400);
}

TEST(NodeClock, StartsAgainWithANewGameOrAnotherRate) {
    NodeClock clock;
    clock.on_go(kUs, 1000, 0, 10);
    clock.on_answer(kUs, 5000, 0);
    EXPECT_EQ(clock.on_go(kUs, 800, 0, 20), 800);
    clock.on_answer(kUs, 4000, 0);
    clock.reset();
    EXPECT_EQ(clock.on_go(kUs, 700, 0, 20), 700);
}

TEST(NodeClock, SurvivesAnyNumber) {
    constexpr auto kLow = std::numeric_limits<std::int64_t>::min(),
                   kHigh = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t shown : {kLow, std::int64_t{-1}, std::int64_t{0}, kHigh})
        for (const std::int64_t increment : {kLow, std::int64_t{0}, kHigh})
            for (const std::int64_t rate : {std::int64_t{1}, std::int64_t{1'000'000}}) {
                NodeClock clock;
                for (int move = 0; move < 5; ++move) {
                    EXPECT_GE(clock.on_go(kUs, shown, 5 - move, rate), 0);
                    clock.on_answer(kUs, move % 2 ? ~std::uint64_t{0} : 0, increment);
                }
            }
}

TEST(NodeClock, AnswersWithoutAClockAreIgnored) {
    NodeClock clock;
    clock.on_answer(kUs, 1000, 10);
    EXPECT_EQ(clock.on_go(kUs, 300, 0, 5), 300);
}

}  // namespace
}  // namespace stillpoint
