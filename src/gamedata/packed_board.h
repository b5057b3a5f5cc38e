#pragma once

#include <array>
#include <cstdint>

#include "chess/position.h"
#include "util/result.h"

namespace stillpoint::spg {

// The value of functions that either succeed or say why not.
struct Done {};

// A position without its past in 32 bytes: u64 occupied | 16 bytes with a nibble per piece in the order of
// the occupied squares (type 0-5, 6 = a rook that may still castle, +8 for Black) | u8 en-passant square (64
// = none) with the side to move in the top bit | u8 half-move clock | u16 move number | 4 zero bytes.
struct PackedBoard {
    std::array<std::uint8_t, 32> bytes{};
    friend bool operator==(const PackedBoard&, const PackedBoard&) = default;
};

// Fails only if a counter does not fit: a half-move clock above 255 or a move number above 65535.
Result<PackedBoard> pack(const Position& pos);
// Accepts any bytes. The position has passed the FEN reader's checks.
Result<Position> unpack(const PackedBoard& board);

}  // namespace stillpoint::spg
