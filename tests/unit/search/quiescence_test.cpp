// Quiescence through single nodes: what it must and must not conclude.
#include <gtest/gtest.h>

#include "chess/fen.h"
#include "eval/plain.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/searching.h"
#include "tests/unit/support/worker_access.h"

namespace stillpoint {
namespace {

using test::effort;
using test::must_parse;
using test::Searcher;

class Quiescence : public testing::Test {
protected:
    Score quiesce(const Position& pos, Score alpha = -kInfiniteScore, Score beta = kInfiniteScore,
                  int ply = 1) {
        searcher_.new_game();
        SearchContext context;
        searcher_.fill(context, test::node_limit(kEnough));
        WorkerTestAccess::prepare(searcher_.worker(), context, pos, test::all_root_moves(pos));
        const Score score = WorkerTestAccess::quiesce(searcher_.worker(), ply, alpha, beta);
        EXPECT_EQ(WorkerTestAccess::position(searcher_.worker()), pos) << "the board must be as before";
        return score;
    }
    Score quiesce(const char* fen) { return quiesce(must_parse(fen)); }

    static constexpr std::uint64_t kEnough = 1'000'000;  // nodes no leaf should ever need

    Searcher searcher_{1};
};

TEST_F(Quiescence, AQuietPositionIsWorthItsEvaluation) {
    for (const char* fen : {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/r7/8/8/8/8/1R6/4K3 b - - 0 1",
                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}) {
        const Position pos = must_parse(fen);
        EXPECT_EQ(quiesce(pos), plain::evaluate(pos)) << fen;
    }
}

TEST_F(Quiescence, AHangingQueenIsTaken) {
    const Position pos = must_parse("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    EXPECT_GT(quiesce(pos), plain::evaluate(pos) + 700);
}

TEST_F(Quiescence, AProtectedPawnIsLeftToTheOther) {
    const Position pos = must_parse("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1");
    EXPECT_EQ(quiesce(pos), plain::evaluate(pos));
}

TEST_F(Quiescence, PromotionsAreSeen) {
    const Position pos = must_parse("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    EXPECT_GT(quiesce(pos), plain::evaluate(pos) + 500);
}

TEST_F(Quiescence, MateInCheckIsCountedFromTheRoot) {
    const Position mated = must_parse("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    for (int ply : {1, 2, 7, 100})
        EXPECT_EQ(quiesce(mated, -kInfiniteScore, kInfiniteScore, ply), mated_in(ply));
}

TEST_F(Quiescence, StalemateIsNeverCalledMate) {
    for (const char* fen : {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
                            "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1"}) {
        const Position pos = must_parse(fen);
        ASSERT_FALSE(pos.in_check());
        ASSERT_FALSE(pos.has_legal_move());
        EXPECT_FALSE(is_decisive(quiesce(pos))) << fen;
    }
}

TEST_F(Quiescence, EveryEvasionIsLookedAt) {
    EXPECT_EQ(quiesce("6k1/5pp1/7p/8/8/8/5PPP/3r2K1 w - - 0 1"), mated_in(1));
    // The same with a quiet way out.
    EXPECT_FALSE(is_loss(quiesce("6k1/5pp1/7p/8/8/7P/5PP1/3r2K1 w - - 0 1")));
}

// Nobody is forced to capture: not in check the answer is at least the evaluation.
TEST_F(Quiescence, NeverBelowStandingPat) {
    int checked = 0;
    test::random_games(33, effort(3, 1), 80, [&](Position& pos) {
        if (pos.in_check() || !pos.has_legal_move() || pos.is_draw(1)) return;
        ++checked;
        const Score score = quiesce(pos);
        // The fifty-move rule draws the evaluation towards zero.
        const Score eval = plain::evaluate(pos), least = pos.halfmove_clock() == 0 ? eval : std::min(eval, 0);
        EXPECT_GE(score, least) << to_fen(pos);
        EXPECT_LE(score, kMateScore);
    });
    EXPECT_GT(checked, effort(300, 100));
}

TEST_F(Quiescence, EndsWhereEverythingIsEnPrise) {
    for (const char* fen : {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
                            "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
                            "1n1n1k1n/n1n1n1n1/1N1N1N1N/8/8/n1n1n1n1/1N1N1N1N/N1N1K1N1 w - - 0 1"}) {
        const Result<Position> pos = parse_fen(fen);
        if (!pos) continue;  // more than sixteen pieces, or a check too many
        const Score score = quiesce(*pos);
        EXPECT_LE(std::abs(score), kMateScore) << fen;
        EXPECT_LT(searcher_.worker().nodes(), kEnough) << fen;
    }
}

}  // namespace
}  // namespace stillpoint
