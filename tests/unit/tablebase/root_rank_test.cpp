#include "tablebase/root_rank.h"

#include <gtest/gtest.h>

namespace stillpoint::tablebase {
namespace {

int rank(const MoveFacts& move, const GameFacts& game = {}) { return rank_move(move, game).rank; }

TEST(RootRank, OrderOfResults) {
    const GameFacts game{.clock = 30};
    const int mate = rank({.dtz = 1, .mates = true}, game);
    const int safe = rank({.dtz = 60}, game);
    const int edge = rank({.dtz = 70}, game);
    const int cursed = rank({.dtz = 71}, game);
    const int far_cursed = rank({.dtz = 300}, game);
    const int draw = rank({.dtz = 0}, game);
    const int blessed = rank({.dtz = -71}, game);
    const int edge_loss = rank({.dtz = -70}, game);
    const int loss = rank({.dtz = -5}, game);
    EXPECT_GT(mate, safe);
    EXPECT_GT(safe, edge);
    EXPECT_GT(edge, cursed);
    EXPECT_GT(cursed, far_cursed);
    EXPECT_GT(far_cursed, draw);
    EXPECT_GT(draw, blessed);
    EXPECT_GT(blessed, edge_loss);
    EXPECT_GT(edge_loss, loss);
}

TEST(RootRank, SafeWinsAreEqualUntilSomethingRepeats) {
    EXPECT_EQ(rank({.dtz = 3}), rank({.dtz = 99}));
    EXPECT_GT(rank({.dtz = 99}), rank({.dtz = 100}));
    EXPECT_EQ(rank({.dtz = 1, .zeroing = true}), rank({.dtz = 99}));
    const GameFacts repeated{.has_repeated = true};
    EXPECT_GT(rank({.dtz = 3}, repeated), rank({.dtz = 5}, repeated));
    EXPECT_GT(rank({.dtz = 1, .zeroing = true}, repeated), rank({.dtz = 2}, repeated));
}

TEST(RootRank, ClockDecidesBetweenWinAndCursedWin) {
    EXPECT_EQ(rank_move({.dtz = 50}, {.clock = 50}).wdl, Wdl::Win);
    EXPECT_EQ(rank_move({.dtz = 51}, {.clock = 50}).wdl, Wdl::CursedWin);
    EXPECT_EQ(rank_move({.dtz = 51}, {.clock = 50}).outcome, Outcome::Draw);
    EXPECT_EQ(rank_move({.dtz = 51}, {.clock = 50, .use_rule50 = false}).outcome, Outcome::Win);
    EXPECT_EQ(rank_move({.dtz = -50}, {.clock = 50}).wdl, Wdl::Loss);
    EXPECT_EQ(rank_move({.dtz = -51}, {.clock = 50}).wdl, Wdl::BlessedLoss);
    EXPECT_EQ(rank_move({.dtz = -51}, {.clock = 50, .use_rule50 = false}).outcome, Outcome::Loss);
}

TEST(RootRank, ZeroingMovesAndMateAreNeverTooLate) {
    for (int clock : {0, 50, 98, 99, 100, 150}) {
        EXPECT_EQ(rank_move({.dtz = 1, .zeroing = true}, {.clock = clock}).wdl, Wdl::Win) << clock;
        EXPECT_EQ(rank_move({.dtz = 1, .mates = true}, {.clock = clock}).wdl, Wdl::Win) << clock;
        // Giving up a pawn when lost does not stop the clock of the rule, it restarts it.
        EXPECT_EQ(rank_move({.dtz = -1, .zeroing = true}, {.clock = clock}).wdl, Wdl::Loss) << clock;
        EXPECT_EQ(rank({.dtz = -1, .zeroing = true}, {.clock = clock}), -kWinRank) << clock;
    }
    EXPECT_EQ(rank_move({.dtz = 101, .zeroing = true}, {.clock = 0}).wdl, Wdl::CursedWin);
    EXPECT_EQ(rank_move({.dtz = -101, .zeroing = true}, {.clock = 99}).wdl, Wdl::BlessedLoss);
    // At the last half-move before the draw nothing else helps.
    EXPECT_EQ(rank_move({.dtz = 2}, {.clock = 99}).outcome, Outcome::Draw);
    EXPECT_EQ(rank_move({.dtz = -2}, {.clock = 99}).outcome, Outcome::Draw);
}

TEST(RootRank, ThirdRepetitionIsADraw) {
    EXPECT_EQ(rank({.dtz = 5, .draws_by_rule = true}), 0);
    EXPECT_EQ(rank({.dtz = -5, .draws_by_rule = true}), 0);
    EXPECT_EQ(rank_move({.dtz = 5, .draws_by_rule = true}, {.use_rule50 = false}).outcome, Outcome::Draw);
}

TEST(RootRank, LosersLookForTheRuleOnlyWhenItIsInSight) {
    EXPECT_EQ(rank({.dtz = -10}), rank({.dtz = -20}));
    EXPECT_GT(rank({.dtz = -60}), rank({.dtz = -55}));
    EXPECT_GT(rank({.dtz = -20}, {.clock = 70}), rank({.dtz = -10}, {.clock = 70}));
    EXPECT_EQ(rank({.dtz = -20}, {.clock = 70, .use_rule50 = false}),
              rank({.dtz = -10}, {.clock = 70, .use_rule50 = false}));
}

TEST(RootRank, WithoutTheRuleProgressIsStillMade) {
    const GameFacts game{.clock = 250, .use_rule50 = false};
    EXPECT_GT(rank({.dtz = 3}, game), rank({.dtz = 5}, game));
    EXPECT_GT(rank({.dtz = 900}, game), 0);
    EXPECT_GT(rank({.dtz = 101, .zeroing = true}, game), rank({.dtz = 102}, game));
}

TEST(RootRank, ByWdlOnly) {
    const auto r = [](const WdlMoveFacts& move, const GameFacts& game = {}) {
        return rank_move_by_wdl(move, game).rank;
    };
    EXPECT_GT(r({.wdl = Wdl::Win, .mates = true}), r({.wdl = Wdl::Win}));
    EXPECT_GT(r({.wdl = Wdl::Win}), r({.wdl = Wdl::Win, .repeats = true}));
    EXPECT_GT(r({.wdl = Wdl::Win, .repeats = true}), r({.wdl = Wdl::CursedWin}));
    EXPECT_GT(r({.wdl = Wdl::CursedWin}), r({.wdl = Wdl::Draw}));
    EXPECT_EQ(r({.wdl = Wdl::Win, .draws_by_rule = true}), 0);
    EXPECT_GT(r({.wdl = Wdl::Draw}), r({.wdl = Wdl::BlessedLoss}));
    EXPECT_GT(r({.wdl = Wdl::BlessedLoss}), r({.wdl = Wdl::Loss}));
    EXPECT_EQ(r({.wdl = Wdl::Win}), r({.wdl = Wdl::Win, .zeroing = true}));
    EXPECT_LT(r({.wdl = Wdl::Win}, {.clock = 60}), r({.wdl = Wdl::Win, .zeroing = true}, {.clock = 60}));
    const GameFacts free{.use_rule50 = false};
    EXPECT_EQ(r({.wdl = Wdl::Win}, free), r({.wdl = Wdl::CursedWin}, free));
    EXPECT_EQ(r({.wdl = Wdl::Loss}, free), r({.wdl = Wdl::BlessedLoss}, free));
    EXPECT_EQ(rank_move_by_wdl({.wdl = Wdl::CursedWin}, {}).outcome, Outcome::Draw);
    EXPECT_EQ(rank_move_by_wdl({.wdl = Wdl::CursedWin}, free).outcome, Outcome::Win);
}

}  // namespace
}  // namespace stillpoint::tablebase
