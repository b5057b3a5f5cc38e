#include "chess/attacks.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include <gtest/gtest.h>

#include "chess/sliders.h"
#include "util/rng.h"

namespace stillpoint {
namespace {

Bitboard walk(Square from, Bitboard occupied, bool diagonal) {
    Bitboard reached = 0;
    for (int df = -1; df <= 1; ++df)
        for (int dr = -1; dr <= 1; ++dr) {
            if ((df == 0 && dr == 0) || (df != 0 && dr != 0) != diagonal) continue;
            for (int file = file_of(from) + df, rank = rank_of(from) + dr;
                 file >= 0 && file < 8 && rank >= 0 && rank < 8; file += df, rank += dr) {
                reached |= bit(make_square(file, rank));
                if (contains(occupied, make_square(file, rank))) break;
            }
        }
    return reached;
}

template <class Visit>
void for_random_boards(int per_square, Visit visit) {
    Rng rng(91);
    for (int s = 0; s < kSquares; ++s)
        for (int i = 0; i < per_square; ++i) {
            Bitboard occupied = rng.next();
            // Dense, half full, sparse, very sparse.
            if (i % 4 == 0) occupied |= rng.next();
            if (i % 4 >= 2) occupied &= rng.next();
            if (i % 4 == 3) occupied &= rng.next();
            visit(static_cast<Square>(s), occupied);
        }
}

template <class Index>
void expect_tables_agree_with_walking() {
    const auto tables = std::make_unique<SliderTables<Index>>();
    for (int s = 0; s < kSquares; ++s) {
        const Square square = static_cast<Square>(s);
        ASSERT_EQ(tables->bishop(square, 0), walk(square, 0, true));
        ASSERT_EQ(tables->rook(square, 0), walk(square, 0, false));
    }
    for_random_boards(4000, [&](Square s, Bitboard occupied) {
        ASSERT_EQ(tables->bishop(s, occupied), walk(s, occupied, true)) << index(s) << ' ' << occupied;
        ASSERT_EQ(tables->rook(s, occupied), walk(s, occupied, false)) << index(s) << ' ' << occupied;
    });
}

TEST(Sliders, MagicTables) { expect_tables_agree_with_walking<MagicIndex>(); }

TEST(Sliders, PextTables) {
#if defined(__BMI2__)
    expect_tables_agree_with_walking<PextIndex>();
#else
    GTEST_SKIP() << "built for a CPU without PEXT";
#endif
}

TEST(Sliders, TheTablesInUse) {
    for_random_boards(500, [](Square s, Bitboard occupied) {
        const Bitboard bishop = walk(s, occupied, true), rook = walk(s, occupied, false);
        ASSERT_EQ(attacks(PieceType::Bishop, s, occupied), bishop);
        ASSERT_EQ(attacks(PieceType::Rook, s, occupied), rook);
        ASSERT_EQ(attacks(PieceType::Queen, s, occupied), bishop | rook);
    });
}

TEST(Leapers, StepByDistance) {
    for (int a = 0; a < kSquares; ++a)
        for (int b = 0; b < kSquares; ++b) {
            const Square from = static_cast<Square>(a), to = static_cast<Square>(b);
            const int df = std::abs(file_of(from) - file_of(to)), dr = rank_of(to) - rank_of(from);
            EXPECT_EQ(contains(knight_attacks(from), to), df * std::abs(dr) == 2);
            EXPECT_EQ(contains(king_attacks(from), to), std::max(df, std::abs(dr)) == 1);
            EXPECT_EQ(contains(pawn_attacks(Color::White, from), to), df == 1 && dr == 1);
            EXPECT_EQ(contains(pawn_attacks(Color::Black, from), to), df == 1 && dr == -1);
        }
}

TEST(Lines, BetweenAndLineThrough) {
    for (int i = 0; i < kSquares; ++i)
        for (int j = 0; j < kSquares; ++j) {
            const Square a = static_cast<Square>(i), b = static_cast<Square>(j);
            const bool diagonal = contains(walk(a, 0, true), b), straight = contains(walk(a, 0, false), b);
            ASSERT_EQ(between(a, b), between(b, a));
            ASSERT_EQ(line_through(a, b), line_through(b, a));
            if (!diagonal && !straight) {
                ASSERT_EQ(between(a, b), 0U);
                ASSERT_EQ(line_through(a, b), 0U);
                continue;
            }
            // Seen from either end, with the other as the only piece, a ray covers what lies between.
            ASSERT_EQ(between(a, b), walk(a, bit(b), diagonal) & walk(b, bit(a), diagonal));
            ASSERT_EQ(line_through(a, b), (walk(a, 0, diagonal) & walk(b, 0, diagonal)) | bit(a) | bit(b));
            ASSERT_EQ(between(a, b) & ~line_through(a, b), 0U);
            ASSERT_FALSE(contains(between(a, b), a) || contains(between(a, b), b));
        }
}

TEST(Bitboards, ShiftsDoNotWrap) {
    for (int s = 0; s < kSquares; ++s) {
        const Square square = static_cast<Square>(s);
        const Bitboard b = bit(square);
        const auto step = [&](int df, int dr) -> Bitboard {
            const int file = file_of(square) + df, rank = rank_of(square) + dr;
            return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? bit(make_square(file, rank)) : 0;
        };
        EXPECT_EQ(shift<Direction::North>(b), step(0, 1));
        EXPECT_EQ(shift<Direction::South>(b), step(0, -1));
        EXPECT_EQ(shift<Direction::East>(b), step(1, 0));
        EXPECT_EQ(shift<Direction::West>(b), step(-1, 0));
        EXPECT_EQ(shift<Direction::NorthEast>(b), step(1, 1));
        EXPECT_EQ(shift<Direction::NorthWest>(b), step(-1, 1));
        EXPECT_EQ(shift<Direction::SouthEast>(b), step(1, -1));
        EXPECT_EQ(shift<Direction::SouthWest>(b), step(-1, -1));
        EXPECT_EQ(pawn_attacks_of<Color::White>(b), pawn_attacks(Color::White, square));
        EXPECT_EQ(pawn_attacks_of<Color::Black>(b), pawn_attacks(Color::Black, square));
        EXPECT_EQ(contains(kLightSquares, square), is_light(square));
    }
    EXPECT_FALSE(is_light(Square::A1));
}

}  // namespace
}  // namespace stillpoint
