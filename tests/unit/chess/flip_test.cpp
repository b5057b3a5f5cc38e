#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/perft.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/suites.h"

namespace stillpoint {
namespace {

using test::effort;
using test::must_parse;

TEST(Flip, PerftIsTheSame) {
    for (const std::string& fen : test::suite_fens(static_cast<std::size_t>(effort(3, 30)))) {
        Position pos = must_parse(fen), other = flipped(pos);
        EXPECT_EQ(perft(pos, 3), perft(other, 3)) << fen;
    }
}

TEST(Flip, TwiceIsTheSamePosition) {
    test::random_games(71, effort(20, 3), 120, [](Position& pos) {
        const Position other = flipped(pos);
        ASSERT_NE(other.side_to_move(), pos.side_to_move());
        ASSERT_NE(other.key(), pos.key());
        ASSERT_EQ(flipped(other), must_parse(to_fen(pos))) << to_fen(pos);
    });
}

TEST(Flip, AnExample) {
    const Position pos = must_parse("r3k3/8/8/3pP3/8/8/5N2/4K2R w Kq d6 3 20");
    EXPECT_EQ(to_fen(flipped(pos)), "4k2r/5n2/8/8/3Pp3/8/8/R3K3 b Qk d3 3 20");
}

// A FEN's counters are limited, but a game that starts near the limits may go past them.
TEST(Flip, WorksBeyondTheLimitsOfTheCounters) {
    Position pos = must_parse("4k3/8/8/8/8/8/8/4K2R b K - 1000 100000");
    pos.make(*parse_uci_move(pos, "e8e7"));
    const Position other = flipped(pos);
    EXPECT_EQ(other.side_to_move(), Color::Black);
    EXPECT_EQ(other.piece_on(Square::E2), Piece::WhiteKing);
    EXPECT_TRUE(parse_fen(to_fen(pos)).ok());
}

}  // namespace
}  // namespace stillpoint
