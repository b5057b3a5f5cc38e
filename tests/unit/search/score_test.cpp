#include "search/score.h"

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

TEST(Score, RangesFollowEachOtherWithoutOverlap) {
    EXPECT_LT(kMaxEval, kMinTablebaseScore);
    EXPECT_LT(kMinTablebaseScore, kTablebaseScore);
    EXPECT_LT(kTablebaseScore, kMinMateScore);
    EXPECT_LT(kMinMateScore, kMateScore);
    EXPECT_LT(kMateScore, kInfiniteScore);
    EXPECT_LT(kInfiniteScore, kNoScore);
    EXPECT_LT(kNoScore, 32768) << "scores must fit the table's 16 bits";
}

TEST(Score, PredicatesDivideTheWholeRange) {
    for (Score s = -kInfiniteScore; s <= kInfiniteScore; ++s) {
        ASSERT_TRUE(is_valid(s));
        ASSERT_EQ(is_decisive(s), is_win(s) || is_loss(s)) << s;
        ASSERT_FALSE(is_win(s) && is_loss(s)) << s;
        ASSERT_EQ(is_decisive(s), s > kMaxEval || s < -kMaxEval) << s;
        ASSERT_EQ(is_win(s), is_loss(-s)) << s;
        ASSERT_EQ(is_mate(s), is_mated(-s)) << s;
        if (is_mate(s)) {
            ASSERT_TRUE(is_win(s)) << s;
        }
        if (is_mated(s)) {
            ASSERT_TRUE(is_loss(s)) << s;
        }
    }
}

TEST(Score, NoScoreIsNeitherWinNorLoss) {
    EXPECT_FALSE(is_valid(kNoScore));
    EXPECT_FALSE(is_win(kNoScore));
    EXPECT_FALSE(is_loss(kNoScore));
    EXPECT_FALSE(is_mate(kNoScore));
    EXPECT_FALSE(is_mated(kNoScore));
}

TEST(Score, ShorterWinsAreLarger) {
    for (int ply = 0; ply < kMaxPly; ++ply) {
        EXPECT_TRUE(is_mate(mate_in(ply))) << ply;
        EXPECT_TRUE(is_mated(mated_in(ply))) << ply;
        EXPECT_EQ(mate_in(ply), -mated_in(ply));
        EXPECT_GT(mate_in(ply), mate_in(ply + 1));
        EXPECT_LT(mated_in(ply), mated_in(ply + 1));
        EXPECT_TRUE(is_win(tablebase_win_in(ply))) << ply;
        EXPECT_FALSE(is_mate(tablebase_win_in(ply))) << ply;
        EXPECT_GT(tablebase_win_in(ply), tablebase_win_in(ply + 1));
        EXPECT_GT(mate_in(kMaxPly), tablebase_win_in(ply)) << "every mate beats every tablebase win";
    }
}

// A score found below a node is at least as many plies from the root as the node.
TEST(ScoreInTable, RoundTripAtTheSamePly) {
    for (int ply = 0; ply < kMaxPly; ++ply)
        for (int distance = ply; distance < kMaxPly && distance - ply <= 100; ++distance)
            for (Score s : {mate_in(distance), mated_in(distance), tablebase_win_in(distance),
                            -tablebase_win_in(distance)})
                ASSERT_EQ(from_table(to_table(s, ply), ply, 0), s) << "ply " << ply << ", score " << s;
}

TEST(ScoreInTable, OrdinaryScoresAreUntouched) {
    for (Score s = -kMaxEval; s <= kMaxEval; s += 7)
        for (int ply : {0, 1, 99, kMaxPly - 1})
            for (int clock : {0, 50, 99, 100, 150}) {
                ASSERT_EQ(to_table(s, ply), s);
                ASSERT_EQ(from_table(s, ply, clock), s);
            }
    EXPECT_EQ(from_table(kMaxEval, 10, 99), kMaxEval);
    EXPECT_EQ(from_table(-kMaxEval, 10, 99), -kMaxEval);
}

TEST(ScoreInTable, NoScoreStaysNoScore) {
    for (int ply : {0, 1, kMaxPly - 1})
        for (int clock : {0, 99}) {
            EXPECT_EQ(to_table(kNoScore, ply), kNoScore);
            EXPECT_EQ(from_table(kNoScore, ply, clock), kNoScore);
        }
}

// The same entry read nearer to the root promises a shorter win, read further away a longer one.
TEST(ScoreInTable, CountsFromThePlyOfTheReader) {
    const Score stored = to_table(mate_in(10), 4);  // mate in six plies from the position
    EXPECT_EQ(from_table(stored, 0, 0), mate_in(6));
    EXPECT_EQ(from_table(stored, 4, 0), mate_in(10));
    EXPECT_EQ(from_table(stored, 20, 0), mate_in(26));
    const Score lost = to_table(mated_in(9), 3);
    EXPECT_EQ(from_table(lost, 0, 0), mated_in(6));
    EXPECT_EQ(from_table(lost, 30, 0), mated_in(36));
}

TEST(ScoreInTable, FitsSixteenBits) {
    for (int ply = 0; ply < kMaxPly; ++ply)
        for (int distance = ply; distance < kMaxPly; ++distance)
            for (Score s : {mate_in(distance), mated_in(distance), tablebase_win_in(distance),
                            -tablebase_win_in(distance)}) {
                const Score t = to_table(s, ply);
                ASSERT_EQ(static_cast<std::int16_t>(t), t);
                ASSERT_EQ(is_win(t), is_win(s));
                ASSERT_EQ(is_loss(t), is_loss(s));
                ASSERT_EQ(is_mate(t), is_mate(s));
            }
}

// A mate on the hundredth half-move still counts, one ply later the game is drawn.
TEST(ScoreInTable, WinsBeyondTheFiftyMoveRuleAreNoProof) {
    for (int clock = 0; clock <= 100; ++clock)
        for (int distance = 1; distance < kMaxPly; ++distance) {
            const bool in_time = clock + distance <= 100;
            for (Score stored : {kMateScore - distance, kTablebaseScore - distance}) {
                const Score win = from_table(stored, 3, clock), loss = from_table(-stored, 3, clock);
                ASSERT_EQ(win, -loss) << "the rule is the same for both sides";
                ASSERT_EQ(is_win(win), in_time) << "clock " << clock << ", distance " << distance;
                ASSERT_EQ(win, in_time ? stored - 3 : kMaxEval);
            }
        }
}

TEST(ScoreInTable, DowngradedWinsAreStillTheBestOfOrdinaryScores) {
    const Score win = from_table(kMateScore - 20, 0, 90);
    EXPECT_FALSE(is_decisive(win));
    EXPECT_EQ(win, kMaxEval);
    EXPECT_EQ(to_table(win, 5), win) << "once downgraded it is stored as it is";
}

TEST(Score, ADrawIsShownAsOne) {
    for (Score s : {-1, 0, 1}) EXPECT_EQ(without_draw_noise(s), kDrawScore);
    for (Score s : {-2, 2, 300, -300, kMateScore, -kMateScore, kNoScore}) EXPECT_EQ(without_draw_noise(s), s);
}

}  // namespace
}  // namespace stillpoint
