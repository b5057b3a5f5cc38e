#include "chess/cuckoo.h"

#include <gtest/gtest.h>

#include "chess/attacks.h"
#include "chess/zobrist.h"

namespace stillpoint {
namespace {

Key difference(Piece piece, Square a, Square b) {
    return zobrist::piece(piece, a) ^ zobrist::piece(piece, b) ^ zobrist::black_to_move();
}

TEST(Cuckoo, FindsEveryReversibleMoveAndNothingElse) {
    int found = 0;
    for (int p = 0; p < kPieces; ++p)
        for (int a = 0; a < kSquares; ++a)
            for (int b = a + 1; b < kSquares; ++b) {
                const Piece piece = static_cast<Piece>(p);
                const Square from = static_cast<Square>(a), to = static_cast<Square>(b);
                const bool reversible =
                    type_of(piece) != PieceType::Pawn && contains(attacks(type_of(piece), from, 0), to);
                const auto step = cuckoo::find(difference(piece, from, to));
                ASSERT_EQ(step.has_value(), reversible) << p << ' ' << a << ' ' << b;
                if (!step) continue;
                ++found;
                ASSERT_TRUE((step->a == from && step->b == to) || (step->a == to && step->b == from));
            }
    EXPECT_EQ(found, 3668);
}

TEST(Cuckoo, DoesNotFindOtherKeys) {
    Rng rng(92);
    for (int i = 0; i < 100'000; ++i) ASSERT_FALSE(cuckoo::find(rng.next()).has_value());
    EXPECT_FALSE(cuckoo::find(zobrist::black_to_move()).has_value());
    // The same step without a change of the side to move, and two steps at once.
    EXPECT_FALSE(
        cuckoo::find(difference(Piece::WhiteRook, Square::A1, Square::A5) ^ zobrist::black_to_move()));
    EXPECT_FALSE(cuckoo::find(difference(Piece::WhiteRook, Square::A1, Square::A5) ^
                              difference(Piece::BlackRook, Square::H1, Square::H5) ^
                              zobrist::black_to_move()));
}

}  // namespace
}  // namespace stillpoint
