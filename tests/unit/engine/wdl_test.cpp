#include "engine/wdl.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "engine/shown_score.h"

namespace stillpoint {
namespace {

const char* const kAllKindsOfFens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
};

TEST(Wdl, AddsUpAndStaysInRange) {
    for (const char* fen : kAllKindsOfFens) {
        const Position pos = *parse_fen(fen);
        for (Score score = -kInfiniteScore; score <= kInfiniteScore; ++score) {
            const Wdl wdl = win_draw_loss(score, pos);
            ASSERT_EQ(wdl.win + wdl.draw + wdl.loss, 1000) << score;
            ASSERT_TRUE(wdl.win >= 0 && wdl.draw >= 0 && wdl.loss >= 0) << score;
        }
    }
}

TEST(Wdl, GrowsWithTheScore) {
    for (const char* fen : kAllKindsOfFens) {
        const Position pos = *parse_fen(fen);
        for (Score score = -kMateScore; score < kMateScore; ++score) {
            const Wdl low = win_draw_loss(score, pos), high = win_draw_loss(score + 1, pos);
            ASSERT_LE(low.win, high.win) << score;
            ASSERT_GE(low.loss, high.loss) << score;
        }
    }
}

TEST(Wdl, IsTheSameForBothSides) {
    for (const char* fen : kAllKindsOfFens) {
        const Position pos = *parse_fen(fen);
        for (Score score = 0; score <= kMateScore; score += 7) {
            const Wdl ours = win_draw_loss(score, pos), theirs = win_draw_loss(-score, pos);
            ASSERT_EQ(ours.win, theirs.loss);
            ASSERT_EQ(ours.draw, theirs.draw);
        }
    }
}

TEST(Wdl, APawnIsHalfAWin) {
    for (const char* fen : kAllKindsOfFens) {
        const Position pos = *parse_fen(fen);
        int checked = 0;
        for (Score score = 0; score < kMaxEval && checked < 5; ++score)
            if (to_centipawns(score, pos) == 100) {
                EXPECT_NEAR(win_draw_loss(score, pos).win, 500, 10) << fen;
                ++checked;
            }
        EXPECT_GT(checked, 0) << fen;
    }
}

TEST(Wdl, ProofsAreCertain) {
    const Position pos = start_position();
    EXPECT_EQ(win_draw_loss(mate_in(9), pos).win, 1000);
    EXPECT_EQ(win_draw_loss(mated_in(8), pos).loss, 1000);
    EXPECT_EQ(win_draw_loss(tablebase_win_in(30), pos).win, 1000);
    EXPECT_EQ(win_draw_loss(-tablebase_win_in(30), pos).loss, 1000);
}

}  // namespace
}  // namespace stillpoint
