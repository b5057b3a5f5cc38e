#include "nnue/refresh_cache.h"

#include <algorithm>

#include "nnue/layers.h"
#include "util/containers.h"

namespace stillpoint::nnue {

void RefreshCache::forget() {
    for (auto& side : entries_)
        for (Entry& entry : side) entry.known = false;
}

void RefreshCache::refresh(Color side, const Position& pos, const Weights& weights, std::int16_t* to) {
    const View view = view_of(side, pos.king_square(side));
    Entry& entry = entries_[index(side)][index(view)];
    if (!entry.known) {
        std::copy_n(weights.feature_bias, kHidden, entry.values);
        entry.pieces.fill(0);
        entry.known = true;
    }

    StaticVector<layers::Row, 32> added, subtracted;
    for (int p = 0; p < kPieces; ++p) {
        const auto piece = static_cast<Piece>(p);
        const auto collect = [&](Bitboard squares, auto& rows) {
            while (squares) rows.push_back(weights.features[feature(side, view, piece, pop_first(squares))]);
        };
        const Bitboard now = pos.pieces(color_of(piece), type_of(piece)), before = entry.pieces[piece];
        collect(now & ~before, added);
        collect(before & ~now, subtracted);
        entry.pieces[piece] = now;
    }
    layers::accumulate<simd::native::Ops>(entry.values, to, {added.begin(), added.size()},
                                          {subtracted.begin(), subtracted.size()});
}

}  // namespace stillpoint::nnue
