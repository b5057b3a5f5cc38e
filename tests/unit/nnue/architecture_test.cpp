#include "nnue/architecture.h"

#include <set>

#include <gtest/gtest.h>

namespace stillpoint::nnue {
namespace {

// The trainer and every stored network rely on these very numbers.
TEST(Feature, KnownIndices) {
    if (kKingBuckets != 1) GTEST_SKIP() << "these are the numbers without king buckets";
    EXPECT_EQ(feature(Color::White, Square::A1, Piece::WhitePawn, Square::A1), 0);
    EXPECT_EQ(feature(Color::White, Square::D1, Piece::WhitePawn, Square::E2), 12);
    EXPECT_EQ(feature(Color::White, Square::E1, Piece::WhitePawn, Square::E2), 11);  // mirrored to d2
    EXPECT_EQ(feature(Color::White, Square::D1, Piece::WhiteKnight, Square::B1), 64 + 1);
    EXPECT_EQ(feature(Color::White, Square::D1, Piece::WhiteKing, Square::D1), 5 * 64 + 3);
    EXPECT_EQ(feature(Color::White, Square::D1, Piece::BlackPawn, Square::A7), 6 * 64 + 48);
    EXPECT_EQ(feature(Color::White, Square::H1, Piece::BlackKing, Square::H8), 11 * 64 + 56);
    // Black sees its own pieces first, and the board from its own side.
    EXPECT_EQ(feature(Color::Black, Square::D8, Piece::BlackPawn, Square::E7), 12);
    EXPECT_EQ(feature(Color::Black, Square::E8, Piece::BlackPawn, Square::E7), 11);
    EXPECT_EQ(feature(Color::Black, Square::D8, Piece::WhiteQueen, Square::D1), 10 * 64 + 59);
}

TEST(Feature, EachSideSeesEveryPieceAndSquareOnce) {
    for (Color side : {Color::White, Color::Black})
        for (Square king : {Square::A1, Square::D8, Square::E1, Square::H8}) {
            std::set<int> seen;
            for (int p = 0; p < kPieces; ++p)
                for (int s = 0; s < kSquares; ++s) {
                    const int f = feature(side, king, static_cast<Piece>(p), static_cast<Square>(s));
                    EXPECT_GE(f, 0);
                    EXPECT_LT(f, kInputs);
                    seen.insert(f);
                }
            EXPECT_EQ(seen.size(), static_cast<std::size_t>(kBoardInputs));
        }
}

TEST(Feature, ASideNeverSeesItsOwnKingOnTheRightHalf) {
    for (Color side : {Color::White, Color::Black})
        for (int s = 0; s < kSquares; ++s) {
            const auto king = static_cast<Square>(s);
            EXPECT_LT(feature(side, king, make_piece(side, PieceType::King), king) % 8, 4);
        }
}

TEST(KingBucket, EveryMapUsesAllItsBuckets) {
    for (const auto& [buckets, map] : kKingMaps) {
        std::set<int> used(map.begin(), map.end());
        EXPECT_EQ(used.size(), static_cast<std::size_t>(buckets));
        EXPECT_EQ(*used.rbegin(), buckets - 1);
    }
}

TEST(KingBucket, BothSidesAndBothHalvesSeeTheSame) {
    for (const auto& [buckets, map] : kKingMaps)
        for (int s = 0; s < kSquares; ++s) {
            const auto king = static_cast<Square>(s);
            EXPECT_EQ(king_bucket(map, king), king_bucket(map, static_cast<Square>(s ^ 7)));
            EXPECT_EQ(view_of(Color::White, king), view_of(Color::Black, static_cast<Square>(s ^ 56)));
        }
    EXPECT_EQ(king_bucket(king_map(4), Square::G1), 0);
    EXPECT_EQ(king_bucket(king_map(4), Square::E1), 1);
    EXPECT_EQ(king_bucket(king_map(4), Square::E2), 2);
    EXPECT_EQ(king_bucket(king_map(4), Square::A8), 3);
    EXPECT_EQ(king_bucket(king_map(16), Square::H4), 10);
}

TEST(OutputBucket, StepsEveryFourPieces) {
    EXPECT_EQ(output_bucket(2), 0);
    EXPECT_EQ(output_bucket(5), 0);
    EXPECT_EQ(output_bucket(6), 1);
    EXPECT_EQ(output_bucket(29), 6);
    EXPECT_EQ(output_bucket(30), 7);
    EXPECT_EQ(output_bucket(32), 7);
}

}  // namespace
}  // namespace stillpoint::nnue
