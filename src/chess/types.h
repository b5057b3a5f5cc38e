#pragma once

#include <cstdint>

#include "util/containers.h"

namespace stillpoint {

using Key = std::uint64_t;

enum class Color : std::uint8_t { White, Black };
inline constexpr int kColors = 2;
constexpr Color operator~(Color c) { return static_cast<Color>(static_cast<int>(c) ^ 1); }

enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King, None };
inline constexpr int kPieceTypes = 6;

// Colour in the lowest bit, type above it: both halves cost one instruction, and tables need no gaps.
// clang-format off
enum class Piece : std::uint8_t {
    WhitePawn, BlackPawn,
    WhiteKnight, BlackKnight,
    WhiteBishop, BlackBishop,
    WhiteRook, BlackRook,
    WhiteQueen, BlackQueen,
    WhiteKing, BlackKing,
    None
};
// clang-format on
inline constexpr int kPieces = 12;

constexpr Piece make_piece(Color c, PieceType t) {
    return static_cast<Piece>(static_cast<int>(t) * 2 + static_cast<int>(c));
}
constexpr PieceType type_of(Piece p) { return static_cast<PieceType>(static_cast<int>(p) >> 1); }
constexpr Color color_of(Piece p) { return static_cast<Color>(static_cast<int>(p) & 1); }

// a1 = 0, b1 = 1, ... h8 = 63.
// clang-format off
enum class Square : std::uint8_t {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
    None
};
// clang-format on
inline constexpr int kSquares = 64;

constexpr int index(Square s) { return static_cast<int>(s); }
constexpr int index(Piece p) { return static_cast<int>(p); }
constexpr int index(PieceType t) { return static_cast<int>(t); }
constexpr int index(Color c) { return static_cast<int>(c); }

// Files and ranks are plain numbers 0..7: they are computed with, not just named.
constexpr Square make_square(int file, int rank) { return static_cast<Square>(rank * 8 + file); }
constexpr int file_of(Square s) { return index(s) & 7; }
constexpr int rank_of(Square s) { return index(s) >> 3; }
constexpr Square relative_square(Color c, Square s) {
    return static_cast<Square>(index(s) ^ (index(c) * 56));
}
constexpr int relative_rank(Color c, Square s) { return rank_of(relative_square(c, s)); }
constexpr bool is_light(Square s) { return ((file_of(s) ^ rank_of(s)) & 1) != 0; }

enum class Direction : std::int8_t {
    North = 8,
    South = -8,
    East = 1,
    West = -1,
    NorthEast = 9,
    NorthWest = 7,
    SouthEast = -7,
    SouthWest = -9
};
constexpr Square operator+(Square s, Direction d) {
    return static_cast<Square>(index(s) + static_cast<int>(d));
}
constexpr Square operator-(Square s, Direction d) {
    return static_cast<Square>(index(s) - static_cast<int>(d));
}
constexpr Direction pawn_push(Color c) { return c == Color::White ? Direction::North : Direction::South; }

enum class CastlingSide : std::uint8_t { King, Queen };

template <class T>
using ByColor = EnumArray<Color, T, kColors>;
template <class T>
using BySide = EnumArray<CastlingSide, T, 2>;
template <class T>
using BySquare = EnumArray<Square, T, kSquares>;
template <class T>
using ByPiece = EnumArray<Piece, T, kPieces>;
template <class T>
using ByPieceType = EnumArray<PieceType, T, kPieceTypes>;

}  // namespace stillpoint
