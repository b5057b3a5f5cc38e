#pragma once

#include <cstdint>

#include "chess/types.h"
#include "util/containers.h"

namespace stillpoint {

enum class MoveType : std::uint8_t { Normal, EnPassant, Castling, Promotion };

// from | to << 6 | promotion << 12 | type << 14. Castling is stored as king takes own rook, in every
// variant.
class Move {
public:
    constexpr Move() = default;
    explicit constexpr Move(std::uint16_t raw) : raw_(raw) {}
    constexpr Move(Square from, Square to, MoveType type = MoveType::Normal)
        : raw_(static_cast<std::uint16_t>(index(from) | index(to) << 6 | static_cast<int>(type) << 14)) {}

    static constexpr Move none() { return Move(); }
    // a1a1 is none, b1b1 is the null move: neither can be a real move.
    static constexpr Move null() { return Move(Square::B1, Square::B1); }
    static constexpr Move promotion(Square from, Square to, PieceType piece) {
        return Move(static_cast<std::uint16_t>(index(from) | index(to) << 6 |
                                               (index(piece) - index(PieceType::Knight)) << 12 |
                                               static_cast<int>(MoveType::Promotion) << 14));
    }

    constexpr Square from() const { return static_cast<Square>(raw_ & 63); }
    constexpr Square to() const { return static_cast<Square>((raw_ >> 6) & 63); }
    constexpr MoveType type() const { return static_cast<MoveType>(raw_ >> 14); }
    // Meaningful for promotions only.
    constexpr PieceType promotion_piece() const {
        return static_cast<PieceType>(((raw_ >> 12) & 3) + index(PieceType::Knight));
    }
    constexpr std::uint16_t raw() const { return raw_; }
    constexpr int from_to() const { return raw_ & 4095; }
    // Neither none nor null.
    constexpr bool is_real() const { return from() != to(); }
    explicit constexpr operator bool() const { return raw_ != 0; }
    friend constexpr bool operator==(Move, Move) = default;

private:
    std::uint16_t raw_ = 0;
};

// Sixteen pieces a side, whatever they are, can't have more moves than this.
inline constexpr int kMaxMoves = 432;
using MoveList = StaticVector<Move, kMaxMoves>;

// One piece appears (from == None), disappears (to == None) or changes squares.
struct PieceChange {
    Piece piece;
    Square from;
    Square to;
};

// What a move does to the board, in plain form: all the evaluation needs to know about it.
struct PieceChanges {
    std::uint8_t size = 0;
    PieceChange items[3];

    constexpr void add(Piece piece, Square from, Square to) { items[size++] = {piece, from, to}; }
    constexpr const PieceChange* begin() const { return items; }
    constexpr const PieceChange* end() const { return items + size; }
};

}  // namespace stillpoint
