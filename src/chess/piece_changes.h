#pragma once

#include "chess/types.h"

namespace stillpoint {

// One piece appears (from == None), disappears (to == None) or changes squares.
struct PieceChange {
    Piece piece;
    Square from;
    Square to;
};

// What a move does to the board, in plain form: all the evaluation needs to know of it.
struct PieceChanges {
    std::uint8_t size = 0;
    PieceChange items[3];

    constexpr void add(Piece piece, Square from, Square to) { items[size++] = {piece, from, to}; }
    constexpr const PieceChange* begin() const { return items; }
    constexpr const PieceChange* end() const { return items + size; }
};

}  // namespace stillpoint
