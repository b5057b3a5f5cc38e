#include "search/clock.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

constexpr Milliseconds kHuge = std::numeric_limits<Milliseconds>::max() / 4;
const Tuning kDefaultTuning{};

const std::vector<Milliseconds> kClocks = {-kHuge,  -1000,     -1,         0,           1,
                                           2,       5,         9,          10,          11,
                                           20,      50,        99,         100,         250,
                                           1000,    3000,      10'000,     60'000,      180'000,
                                           600'000, 5'400'000, 36'000'000, 999'999'999, 1'000'000'001,
                                           kHuge};
const std::vector<Milliseconds> kIncrements = {-kHuge, -5,   0,      1,         8,    100,
                                               1000,   3000, 30'000, 1'000'000, kHuge};
const std::vector<Milliseconds> kOverheads = {-10, 0, 1, 10, 100, 1000, 5000};
const std::vector<int> kMovesToGo = {-3, 0, 1, 2, 3, 10, 40, 50, 51, 1000, std::numeric_limits<int>::max()};
const std::vector<int> kPlies = {-7, 0, 1, 10, 23, 24, 40, 200, 100'000};

template <class Visit>
void for_any_clock(Visit visit) {
    for (Milliseconds remaining : kClocks)
        for (Milliseconds increment : kIncrements)
            for (Milliseconds overhead : kOverheads)
                for (int moves_to_go : kMovesToGo)
                    for (int ply : kPlies)
                        visit(ClockState{.remaining = remaining,
                                         .increment = increment,
                                         .moves_to_go = moves_to_go,
                                         .overhead = overhead,
                                         .game_ply = ply});
}

std::string describe(const ClockState& c) {
    return "remaining " + std::to_string(c.remaining) + " increment " + std::to_string(c.increment) +
           " moves to go " + std::to_string(c.moves_to_go) + " overhead " + std::to_string(c.overhead) +
           " ply " + std::to_string(c.game_ply);
}

TEST(AllotTime, SoftAndHardAreOrderedForAnyClock) {
    for_any_clock([](const ClockState& c) {
        const TimeBudget b = allot_time(c, kDefaultTuning);
        ASSERT_GE(b.soft, 1) << describe(c);
        ASSERT_LE(b.soft, b.hard) << describe(c);
    });
}

TEST(AllotTime, NeverSpendsWhatIsNotThere) {
    for_any_clock([](const ClockState& c) {
        const TimeBudget b = allot_time(c, kDefaultTuning);
        // A millisecond is the least a move can take, whatever the clock says.
        ASSERT_LE(b.hard, std::max<Milliseconds>(c.remaining, 1)) << describe(c);
        const Milliseconds overhead = std::max<Milliseconds>(c.overhead, 0);
        if (c.remaining > overhead) {
            ASSERT_LE(b.hard, std::max<Milliseconds>(c.remaining - overhead, 1)) << describe(c);
        } else
            ASSERT_LE(b.hard, 1) << describe(c);
    });
}

// Except for the last move before more time comes, something is always kept for the moves after.
TEST(AllotTime, KeepsSomethingForLater) {
    for_any_clock([](const ClockState& c) {
        if (c.remaining < 100 || c.moves_to_go == 1) return;
        ASSERT_LT(allot_time(c, kDefaultTuning).hard, c.remaining - c.remaining / 10) << describe(c);
    });
}

// One step along one axis, all else equal, moves the budget in the sensible direction.
TEST(AllotTime, MoreTimeNeverMeansAShorterThink) {
    for_any_clock([](const ClockState& c) {
        const TimeBudget b = allot_time(c, kDefaultTuning);
        ClockState more = c;
        more.remaining = c.remaining < 1000 ? c.remaining + 1 : c.remaining + c.remaining / 10;
        if (c.remaining < kHuge / 2) {
            const TimeBudget m = allot_time(more, kDefaultTuning);
            ASSERT_GE(m.soft, b.soft) << describe(c);
            ASSERT_GE(m.hard, b.hard) << describe(c);
        }
        more = c;
        more.overhead = std::max<Milliseconds>(c.overhead, 0) + 50;
        const TimeBudget slow = allot_time(more, kDefaultTuning);
        ASSERT_LE(slow.soft, b.soft) << describe(c);
        ASSERT_LE(slow.hard, b.hard) << describe(c);
        more = c;
        more.game_ply = c.game_ply + 6;
        ASSERT_GE(allot_time(more, kDefaultTuning).soft, b.soft) << describe(c);
        if (c.increment < kHuge / 2) {
            more = c;
            more.increment = std::max<Milliseconds>(c.increment, 0) + 100;
            ASSERT_GE(allot_time(more, kDefaultTuning).soft, b.soft) << describe(c);
        }
    });
}

TEST(AllotTime, ASpikeIsKeptBackOnceNotForEveryMove) {
    const ClockState calm{.remaining = 1000, .overhead = 10, .game_ply = 30};
    ClockState jumpy = calm;
    jumpy.spike = 800;
    EXPECT_EQ(allot_time(jumpy, kDefaultTuning).soft, allot_time(calm, kDefaultTuning).soft);
    for_any_clock([](ClockState c) {
        c.spike = 300;
        const TimeBudget b = allot_time(c, kDefaultTuning);
        ASSERT_LE(b.hard, std::max<Milliseconds>(c.remaining - 300, 1)) << describe(c);
        ASSERT_LE(b.soft, b.hard) << describe(c);
    });
}

TEST(AllotTime, FewerMovesToGoMeanMoreTimeForEach) {
    for (Milliseconds remaining : {1000, 10'000, 300'000})
        for (int moves = 1; moves < 60; ++moves) {
            const ClockState c{.remaining = remaining, .moves_to_go = moves, .overhead = 5, .game_ply = 30};
            ClockState later = c;
            later.moves_to_go = moves + 1;
            EXPECT_GE(allot_time(c, kDefaultTuning).soft, allot_time(later, kDefaultTuning).soft)
                << describe(c);
        }
}

TEST(AllotTime, AnOrdinaryMoveTakesAnOrdinaryShare) {
    for (Milliseconds remaining : {8000, 60'000, 600'000}) {
        const TimeBudget b =
            allot_time({.remaining = remaining, .overhead = 10, .game_ply = 40}, kDefaultTuning);
        EXPECT_GE(b.soft, remaining / 200) << "less than a 200th of the clock is timid";
        EXPECT_LE(b.soft, remaining / 10) << "more than a tenth of the clock is rash";
    }
}

// Following the budget to the last millisecond at every move, the clock never falls.
TEST(AllotTime, ALongGameAtTheHardLimitNeverLosesOnTime) {
    for (Milliseconds start : {100, 1000, 8000, 60'000})
        for (Milliseconds increment : {0, 10, 80, 1000})
            for (Milliseconds overhead : {0, 10, 100})
                for (int control : {0, 40}) {
                    Milliseconds clock = start;
                    for (int move = 0; move < 300; ++move) {
                        const int to_go = control == 0 ? 0 : control - move % control;
                        const TimeBudget b = allot_time({.remaining = clock,
                                                         .increment = increment,
                                                         .moves_to_go = to_go,
                                                         .overhead = overhead,
                                                         .game_ply = 2 * move},
                                                        kDefaultTuning);
                        // The overhead itself is only lost while there is enough of it to begin with.
                        if (clock <= overhead + 1) break;
                        clock -= b.hard;
                        ASSERT_GE(clock, overhead) << start << "+" << increment << " move " << move;
                        clock += increment;
                        if (control != 0 && to_go == 1) clock += start;
                    }
                }
}

TEST(TimeFactor, IsAlwaysWithinBounds) {
    for (int fall = -1000; fall <= 1000; fall += 50)
        for (int recent = -1000; recent <= 1000; recent += 100)
            for (double stable : {0.0, 0.1, 0.5, 0.9, 1.0})
                for (double changes : {0.0, 0.1, 0.5, 1.0, 2.0, 5.0})
                    for (double effort : {0.0, 0.3, 0.9, 0.95, 1.0})
                        for (int legal : {1, 2, 30}) {
                            const double f = time_factor({.score_fall = fall,
                                                          .recent_fall = recent,
                                                          .stable_share = stable,
                                                          .best_move_changes = changes,
                                                          .effort_share = effort,
                                                          .legal_moves = legal},
                                                         kDefaultTuning);
                            ASSERT_GT(f, 0.0);
                            ASSERT_LT(f, 25.0);
                            if (changes == 0.0) {
                                ASSERT_LT(f, 4.0);
                            }
                        }
}

TEST(TimeFactor, IsOneWithoutItsTechniques) {
    const IterationSignals alarmed{.score_fall = 80,
                                   .recent_fall = 60,
                                   .stable_share = 0.7,
                                   .best_move_changes = 2,
                                   .effort_share = 0.99};
    Tuning none;
    for (bool Features::*technique :
         {&Features::time_falling, &Features::time_stability, &Features::time_instability,
          &Features::time_effort, &Features::time_only_move}) {
        Tuning without;
        without.features.*technique = none.features.*technique = false;
        IterationSignals signals = alarmed;
        signals.legal_moves = technique == &Features::time_only_move ? 1 : 30;
        EXPECT_NE(time_factor(signals, without), time_factor(signals, kDefaultTuning));
    }
    EXPECT_EQ(time_factor(alarmed, none), 1.0);
    IterationSignals only = alarmed;
    only.legal_moves = 1;
    EXPECT_EQ(time_factor(only, none), 1.0);
    Tuning evenly;
    evenly.features.time_opening = false;
    const ClockState start{.remaining = 60'000}, later{.remaining = 60'000, .game_ply = 40};
    EXPECT_LT(allot_time(start, kDefaultTuning).soft, allot_time(later, kDefaultTuning).soft);
    EXPECT_EQ(allot_time(start, evenly).soft, allot_time(later, evenly).soft);
}

TEST(TimeFactor, FollowsItsSignals) {
    const auto factor = [](IterationSignals s) { return time_factor(s, kDefaultTuning); };
    const IterationSignals calm{.effort_share = 0.5, .legal_moves = 30};
    for (int fall = -1000; fall < 1000; fall += 20) {
        IterationSignals a = calm, b = calm;
        a.score_fall = fall;
        b.score_fall = fall + 20;
        EXPECT_LE(factor(a), factor(b)) << "a falling score asks for more time, " << fall;
        a = b = calm;
        a.recent_fall = fall;
        b.recent_fall = fall + 20;
        EXPECT_LE(factor(a), factor(b)) << fall;
    }
    for (double stable = 0; stable < 1; stable += 0.02) {
        IterationSignals a = calm, b = calm;
        a.stable_share = stable;
        b.stable_share = stable + 0.02;
        EXPECT_GE(factor(a), factor(b)) << "a settled move needs less, " << stable;
    }
    for (double changes = 0; changes < 5; changes += 0.25) {
        IterationSignals a = calm, b = calm;
        a.best_move_changes = changes;
        b.best_move_changes = changes + 0.25;
        EXPECT_LE(factor(a), factor(b)) << "changing minds need more, " << changes;
    }
    for (double share = 0; share < 1; share += 0.01) {
        IterationSignals a = calm, b = calm;
        a.effort_share = share;
        b.effort_share = share + 0.01;
        EXPECT_GE(factor(a), factor(b)) << "a move that takes all effort has no rival, " << share;
    }
    IterationSignals forced = calm;
    forced.legal_moves = 1;
    EXPECT_LT(factor(forced), factor(calm) / 4) << "nothing to decide";
}

}  // namespace
}  // namespace stillpoint
