#include <algorithm>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "nnue/accumulator.h"
#include "nnue/evaluate.h"
#include "tests/unit/support/games.h"

namespace stillpoint::nnue {
namespace {

int evaluate(const Position& pos, const Network& network) {
    AccumulatorStack stack;
    stack.reset();
    return stack.evaluate(pos, network);
}

// The same position with left and right exchanged, castling rights and en passant left out.
Position mirrored(const Position& pos) {
    std::istringstream fen(to_fen(pos));
    std::string board, side, rank, result;
    fen >> board >> side;
    std::istringstream ranks(board);
    while (std::getline(ranks, rank, '/')) {
        std::reverse(rank.begin(), rank.end());
        result += (result.empty() ? "" : "/") + rank;
    }
    return test::must_parse(result + " " + side + " - - 0 1");
}

TEST(Symmetry, ColoursExchanged) {
    const auto network = random_network(1);
    test::random_games(2, 3, 150, [&](const Position& pos) {
        const Position other = flipped(pos);
        ASSERT_EQ(evaluate(pos, *network), evaluate(other, *network)) << to_fen(pos);
        ASSERT_EQ(evaluate_from_scratch(pos, *network), evaluate_from_scratch(other, *network));
    });
}

TEST(Symmetry, LeftAndRightExchanged) {
    const auto network = random_network(3);
    int compared = 0;
    test::random_games(4, 3, 150, [&](const Position& pos) {
        if (pos.castling_rights() != 0)
            return;  // the network doesn't see rights, but they make the board lopsided
        const Position other = mirrored(pos);
        ASSERT_EQ(evaluate(pos, *network), evaluate(other, *network)) << to_fen(pos);
        ASSERT_EQ(evaluate_from_scratch(pos, *network), evaluate_from_scratch(other, *network));
        ++compared;
    });
    EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace stillpoint::nnue
