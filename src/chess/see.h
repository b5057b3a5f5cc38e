#pragma once

#include "chess/position.h"

namespace stillpoint {

// Exchange values in centipawns, by PieceType; the last is for "nothing". A king is never won.
inline constexpr int kExchangeValue[kPieceTypes + 1] = {100, 300, 300, 500, 900, 0, 0};
constexpr int exchange_value(PieceType t) { return kExchangeValue[index(t)]; }

// Whether the legal move wins at least `threshold` if both sides go on capturing on its target square with
// their cheapest piece as long as it pays. Pinned pieces stay out while a pinner of their
// king stands where it stood. Pawns that take back on the last rank are not promoted.
bool see_at_least(const Position& pos, Move m, int threshold);

}  // namespace stillpoint
