// The horizon: a search that stops in the middle of an exchange takes what it cannot keep. Quiescence exists
// so that ours does not.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "chess/notation.h"
#include "eval/plain.h"
#include "search/score.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/searching.h"

namespace stillpoint {
namespace {

using test::must_parse;

// The comparison: all moves to a fixed depth, then the evaluation, whatever is going on.
Score plain_negamax(Position& pos, int depth, int ply, Score alpha, Score beta) {
    const MoveList moves = test::legal_moves(pos);
    if (moves.empty()) return pos.in_check() ? mated_in(ply) : kDrawScore;
    if (depth == 0) return plain::evaluate(pos);
    Score best = -kInfiniteScore;
    for (Move m : moves) {
        pos.make(m);
        const Score score = -plain_negamax(pos, depth - 1, ply + 1, -beta, -alpha);
        pos.undo();
        best = std::max(best, score);
        alpha = std::max(alpha, score);
        if (alpha >= beta) break;
    }
    return best;
}

Move plain_best_move(Position pos, int depth) {
    Move best;
    Score best_score = -kInfiniteScore;
    for (Move m : test::legal_moves(pos)) {
        pos.make(m);
        const Score score = -plain_negamax(pos, depth - 1, 1, -kInfiniteScore, -best_score);
        pos.undo();
        if (score > best_score) {
            best_score = score;
            best = m;
        }
    }
    return best;
}

struct Poison {
    const char* name;
    const char* fen;
    int depth;
    const char* bait;
};

// Depth 1: the bait is protected. Depth 3: it is not, but taking it loses to a fork, a discovered attack or a
// mate whose last capture is the fourth ply.
constexpr Poison kPoisons[] = {
    {"queen takes protected pawn", "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1", 1, "d2d5"},
    {"rook takes protected pawn", "4k3/5p2/6p1/8/8/6R1/5P2/4K3 w - - 0 1", 1, "g3g6"},
    {"knight takes protected pawn", "r1bqkb1r/ppp2ppp/2np1n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 5", 1,
     "f3e5"},
    {"queen takes protected pawn with check",
     "r1bqkb1r/pppp1ppp/2n5/4p2Q/4n3/2P5/PP1P1PPP/RNB1KBNR w KQkq - 0 5", 1, "h5e5"},
    {"black queen takes protected pawn", "rnb1kbnr/ppp1pppp/8/3q4/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 3", 1,
     "d5d4"},
    {"knight takes pawn, forked from a4",
     "rnbqkb1r/pp2pppp/3p1n2/2p5/4P3/2P2N2/PP1PBPPP/RNBQK2R b KQkq - 2 4", 3, "f6e4"},
    {"knight takes pawn, forked from a5",
     "rnbqk2r/pp1pbppp/2p2n2/4p3/2P5/3P1N2/PP2PPPP/RNBQKB1R w KQkq - 0 5", 3, "f3e5"},
    {"queen takes pawn, forked by a knight", "6k1/5p1p/8/6p1/3p1n2/8/5PPP/3Q2K1 w - - 0 1", 3, "d1d4"},
    {"queen takes pawn, attacked by discovery",
     "r1b1kbnr/pp3ppp/1q2p3/3pP3/3P4/3B4/PP3PPP/RNBQK2R b KQkq - 0 8", 3, "b6d4"},
    {"rook takes knight and leaves the back rank", "3r2k1/p3nppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", 3, "e1e7"},
};

// For readable test output.
void PrintTo(const Poison& poison, std::ostream* out) { *out << poison.name; }

class Horizon : public testing::TestWithParam<Poison> {};

TEST_P(Horizon, PlainSearchTakesThePoisonOursDoesNot) {
    const Poison& poison = GetParam();
    const Position pos = must_parse(poison.fen);
    EXPECT_EQ(test::uci(plain_best_move(pos, poison.depth)), poison.bait) << "the plain search should err";
    test::Searcher searcher;
    const test::Found found = searcher.search(pos, test::depth_limit(poison.depth));
    EXPECT_EQ(found.depth, poison.depth);
    EXPECT_NE(found.move_text(), poison.bait);
}

INSTANTIATE_TEST_SUITE_P(Positions, Horizon, testing::ValuesIn(kPoisons));

}  // namespace
}  // namespace stillpoint
