#include "engine/lag_meter.h"

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

// A game against a clock that takes `lag` milliseconds more per move than we use.
struct Game {
    LagMeter meter;
    Milliseconds clock = 600'000;
    Milliseconds increment = 100;
    int ply = 0;

    void move(Milliseconds used, Milliseconds lag, Milliseconds late = 0) {
        meter.on_go(Color::White, ply, clock, increment);
        meter.on_answer(used, late);
        clock += increment - used - lag;
        ply += 2;
    }
};

TEST(LagMeter, StartsWithNone) {
    EXPECT_EQ(LagMeter().largest(), 0);
    EXPECT_EQ(LagMeter().typical(), 0);
}

TEST(LagMeter, MeasuresWhatTheClockLostBeyondOurUse) {
    for (Milliseconds lag : {0, 1, 7, 50, 400, 4000}) {
        Game game;
        for (int i = 0; i < 10; ++i) game.move(1000, lag);
        EXPECT_EQ(game.meter.largest(), lag);
    }
}

TEST(LagMeter, RisesAtOnceAndIsForgottenSlowly) {
    Game game;
    for (int i = 0; i < 5; ++i) game.move(1000, 10);
    game.move(1000, 300);
    game.move(1000, 10);
    EXPECT_EQ(game.meter.largest(), 300) << "one slow move is enough to be careful";
    Milliseconds last = game.meter.largest();
    for (int i = 0; i < 200; ++i) {
        game.move(1000, 10);
        ASSERT_LE(game.meter.largest(), last);
        ASSERT_GE(game.meter.largest(), 10);
        if (i == 0) {
            EXPECT_GT(game.meter.largest(), 150) << "not forgotten after one good move";
        }
        last = game.meter.largest();
    }
    EXPECT_EQ(last, 10) << "but forgotten in the end";
}

TEST(LagMeter, OneSlowMoveSaysLittleAboutTheNextOnes) {
    Game game;
    for (int i = 0; i < 60; ++i) game.move(1000, 10);
    EXPECT_EQ(game.meter.typical(), 10);
    game.move(1000, 250);
    game.move(1000, 10);
    EXPECT_EQ(game.meter.typical(), 40);
    for (int i = 0; i < 60; ++i) game.move(1000, 250);
    EXPECT_EQ(game.meter.typical(), 250) << "but if all are slow, the next ones will be";
}

// The clock loses what we used, so it shows nothing; but the next move may come as late as this one.
TEST(LagMeter, OurOwnLatenessCountsAsWell) {
    Game game;
    for (int i = 0; i < 5; ++i) game.move(1000, 3);
    game.move(1060, 3, 60);
    game.move(1000, 3);
    EXPECT_EQ(game.meter.largest(), 63);
    game.move(1090, -400'000, 90);  // time was added by hand
    game.move(1000, 3);
    EXPECT_EQ(game.meter.largest(), 90);
}

TEST(LagMeter, ImplausibleLossesAreIgnored) {
    Game game;
    for (int i = 0; i < 3; ++i) game.move(1000, 20);
    game.move(1000, 3'600'000);  // a break
    game.move(1000, 20);
    EXPECT_EQ(game.meter.largest(), 20);
    game.move(1000, -500'000);  // time was added by hand
    game.move(1000, 20);
    EXPECT_EQ(game.meter.largest(), 20);
}

TEST(LagMeter, OnlyConsecutiveMovesOfOneSideAreCompared) {
    LagMeter meter;
    meter.on_go(Color::White, 10, 60'000, 0);
    meter.on_answer(1000, 0);
    meter.on_go(Color::Black, 12, 58'000, 0);
    EXPECT_EQ(meter.largest(), 0) << "the other side's clock";
    meter.on_answer(1000, 0);
    meter.on_go(Color::Black, 16, 56'000, 0);
    EXPECT_EQ(meter.largest(), 0) << "a move is missing";
    meter.on_go(Color::Black, 18, 50'000, 0);
    EXPECT_EQ(meter.largest(), 0) << "no answer was given in between";
}

TEST(LagMeter, IsNeverNegativeWhateverTheClockShows) {
    LagMeter meter;
    for (int i = 0; i < 2000; ++i) {
        meter.on_go(i % 7 == 0 ? Color::Black : Color::White, i * 2 % 50, (i * 7919) % 5000 - 2000,
                    i % 3 * 100);
        if (i % 5 != 0) meter.on_answer((i * 104'729) % 3000, i % 11 - 5);
        ASSERT_GE(meter.largest(), 0);
    }
}

TEST(LagMeter, ResetForgets) {
    Game game;
    for (int i = 0; i < 3; ++i) game.move(1000, 200);
    EXPECT_GT(game.meter.largest(), 0);
    game.meter.reset();
    EXPECT_EQ(game.meter.largest(), 0);
    EXPECT_EQ(game.meter.typical(), 0);
    game.move(1000, 200);
    EXPECT_EQ(game.meter.largest(), 0) << "nothing to compare with yet";
}

}  // namespace
}  // namespace stillpoint
