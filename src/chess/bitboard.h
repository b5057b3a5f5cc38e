#pragma once

#include <bit>
#include <cstdint>

#include "chess/types.h"

namespace stillpoint {

using Bitboard = std::uint64_t;

inline constexpr Bitboard kFileA = 0x0101010101010101ULL;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xFFULL;
inline constexpr Bitboard kLightSquares = 0x55AA55AA55AA55AAULL;

constexpr Bitboard bit(Square s) { return 1ULL << index(s); }
constexpr Bitboard file_bits(int file) { return kFileA << file; }
constexpr Bitboard rank_bits(int rank) { return kRank1 << (8 * rank); }
constexpr Bitboard relative_rank_bits(Color c, int rank) {
    return rank_bits(c == Color::White ? rank : 7 - rank);
}

constexpr bool contains(Bitboard b, Square s) { return ((b >> index(s)) & 1) != 0; }
constexpr int count(Bitboard b) { return std::popcount(b); }
constexpr bool more_than_one(Bitboard b) { return (b & (b - 1)) != 0; }
constexpr Square first_square(Bitboard b) { return static_cast<Square>(std::countr_zero(b)); }
constexpr Square pop_first(Bitboard& b) {
    const Square s = first_square(b);
    b &= b - 1;
    return s;
}

// One step of every bit; bits that would wrap around the board's edge are dropped.
template <Direction kDirection>
constexpr Bitboard shift(Bitboard b) {
    switch (kDirection) {
        case Direction::North: return b << 8;
        case Direction::South: return b >> 8;
        case Direction::East: return (b & ~kFileH) << 1;
        case Direction::West: return (b & ~kFileA) >> 1;
        case Direction::NorthEast: return (b & ~kFileH) << 9;
        case Direction::NorthWest: return (b & ~kFileA) << 7;
        case Direction::SouthEast: return (b & ~kFileH) >> 7;
        case Direction::SouthWest: return (b & ~kFileA) >> 9;
    }
    return 0;
}

template <Color kColor>
constexpr Bitboard pawn_attacks_of(Bitboard pawns) {
    if constexpr (kColor == Color::White)
        return shift<Direction::NorthEast>(pawns) | shift<Direction::NorthWest>(pawns);
    else
        return shift<Direction::SouthEast>(pawns) | shift<Direction::SouthWest>(pawns);
}

}  // namespace stillpoint
