#include "engine/shown_score.h"

#include <gtest/gtest.h>

#include "chess/fen.h"

namespace stillpoint {
namespace {

const char* const kFens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
};

TEST(ShownScore, GrowsWithTheScoreAndChangesSign) {
    for (const char* fen : kFens) {
        const Position pos = *parse_fen(fen);
        EXPECT_EQ(to_centipawns(0, pos), 0);
        for (Score score = 0; score < kMinMateScore - 1; ++score) {
            ASSERT_LE(to_centipawns(score, pos), to_centipawns(score + 1, pos)) << score;
            ASSERT_EQ(to_centipawns(-score, pos), -to_centipawns(score, pos)) << score;
        }
    }
}

TEST(ShownScore, MatesAreCountedInMoves) {
    EXPECT_EQ(mate_distance(mate_in(1)), 1);
    EXPECT_EQ(mate_distance(mate_in(5)), 3);
    EXPECT_EQ(mate_distance(mated_in(0)), 0);
    EXPECT_EQ(mate_distance(mated_in(4)), -2);
    EXPECT_FALSE(is_mate_score(tablebase_win_in(1)));
}

TEST(ShownScore, AProofIsShownAboveEveryEvaluation) {
    for (const char* fen : kFens) {
        const Position pos = *parse_fen(fen);
        EXPECT_LT(to_centipawns(kMaxEval, pos), to_centipawns(tablebase_win_in(kMaxPly), pos));
        EXPECT_EQ(to_centipawns(tablebase_win_in(7), pos), 19993);
    }
}

}  // namespace
}  // namespace stillpoint
