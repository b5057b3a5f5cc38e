#pragma once

#include <cstdint>

#include "chess/bitboard.h"
#include "chess/position.h"
#include "nnue/network.h"

namespace stillpoint::nnue {

// One side's sums from the board alone. For each side and each mirroring it remembers the last board it was
// asked for and adds only what differs: after a king's step over the middle, most pieces still stand there.
class RefreshCache {
public:
    // Must be called when the network has changed: what is remembered was made with the old one.
    void forget();
    // Writes one side's sums for the position.
    void refresh(Color side, const Position& pos, const Weights& weights, std::int16_t* to);

private:
    struct Entry {
        alignas(simd::kAlignment) std::int16_t values[kHidden];
        ByPiece<Bitboard> pieces;  // that the values include
        bool known = false;
    };
    Entry entries_[2][2];  // [side][mirrored]
};

}  // namespace stillpoint::nnue
