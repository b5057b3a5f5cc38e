#pragma once

#include "chess/bitboard.h"
#include "chess/types.h"

namespace stillpoint {

// A set of castling rights, one bit per colour and side.
using CastlingRights = std::uint8_t;

constexpr CastlingRights castling_right(Color c, CastlingSide side) {
    return static_cast<CastlingRights>(1 << (index(c) * 2 + static_cast<int>(side)));
}

// Where king and rook stand after castling: the same squares in every variant.
constexpr Square castled_king(Color c, CastlingSide side) {
    return relative_square(c, side == CastlingSide::King ? Square::G1 : Square::C1);
}
constexpr Square castled_rook(Color c, CastlingSide side) {
    return relative_square(c, side == CastlingSide::King ? Square::F1 : Square::D1);
}

// In the king-takes-rook form of a castling move, the side is the rook's direction.
constexpr CastlingSide castling_side(Square king, Square rook) {
    return index(rook) > index(king) ? CastlingSide::King : CastlingSide::Queen;
}

// The fixed part of a game's castling rules: which rooks, and what must be empty.
struct CastlingSetup {
    ByColor<BySide<Square>> rook;
    ByColor<BySide<Bitboard>> must_be_empty;
    // Rights lost when a piece leaves or reaches a square.
    BySquare<CastlingRights> lost;

    CastlingSetup() {
        for (auto& sides : rook) sides.fill(Square::None);
    }
    friend bool operator==(const CastlingSetup&, const CastlingSetup&) = default;
};

}  // namespace stillpoint
