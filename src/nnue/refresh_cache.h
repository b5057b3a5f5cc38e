#pragma once

#include <cstdint>

#include "chess/bitboard.h"
#include "chess/position.h"
#include "nnue/network.h"

namespace stillpoint::nnue {

// Computes one side's sums from the board alone. For each side and each of its views it remembers the last
// board and adds only what differs: when a king crosses the middle, most pieces still stand where they stood.
class RefreshCache {
public:
    // Must be called when the network has changed: the remembered sums are the old one's.
    void forget();
    // Writes one side's sums for the position.
    void refresh(Color side, const Position& pos, const Weights& weights, std::int16_t* to);

private:
    struct Entry {
        alignas(simd::kAlignment) std::int16_t values[kHidden];
        ByPiece<Bitboard> pieces;  // included in the values
        bool known = false;
    };
    Entry entries_[2][kViews];  // by side and view
};

}  // namespace stillpoint::nnue
