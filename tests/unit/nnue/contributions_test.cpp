#include <string>

#include <gtest/gtest.h>

#include "nnue/evaluate.h"
#include "tests/unit/support/games.h"

namespace stillpoint::nnue {
namespace {

TEST(Contributions, AreTheEvaluationsWithoutEachPiece) {
    const auto network = random_network(1);
    // Kings far from everything, so that no removal gives check and every smaller position can be set up.
    const std::string with = "k7/p7/1p6/8/5n2/8/1P1B4/K7 w - - 0 1";
    const struct {
        Square square;
        Piece piece;
        const char* without;
    } cases[] = {{Square::B2, Piece::WhitePawn, "k7/p7/1p6/8/5n2/8/3B4/K7 w - - 0 1"},
                 {Square::D2, Piece::WhiteBishop, "k7/p7/1p6/8/5n2/8/1P6/K7 w - - 0 1"},
                 {Square::F4, Piece::BlackKnight, "k7/p7/1p6/8/8/8/1P1B4/K7 w - - 0 1"},
                 {Square::B6, Piece::BlackPawn, "k7/p7/8/8/5n2/8/1P1B4/K7 w - - 0 1"},
                 {Square::A7, Piece::BlackPawn, "k7/8/1p6/8/5n2/8/1P1B4/K7 w - - 0 1"}};
    const Position pos = test::must_parse(with);
    const Contributions contributions = piece_contributions(pos, *network);
    EXPECT_EQ(contributions.eval, evaluate_from_scratch(pos, *network));
    ASSERT_EQ(contributions.pieces.size(), std::size(cases));
    for (std::size_t i = 0; i < std::size(cases); ++i) {
        const auto& [square, piece, without] = contributions.pieces[i];
        EXPECT_EQ(square, cases[i].square);
        EXPECT_EQ(piece, cases[i].piece);
        EXPECT_EQ(without, evaluate_from_scratch(test::must_parse(cases[i].without), *network));
    }
}

TEST(Contributions, CoverEveryPieceButTheKings) {
    const auto network = random_network(2);
    const Contributions start = piece_contributions(start_position(), *network);
    EXPECT_EQ(start.pieces.size(), 30U);
    const Contributions bare = piece_contributions(test::must_parse("k7/8/8/8/8/8/8/7K b - - 0 1"), *network);
    EXPECT_EQ(bare.pieces.size(), 0U);
}

}  // namespace
}  // namespace stillpoint::nnue
