#include "nnue/evaluate.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "nnue/layers.h"
#include "nnue/refresh_cache.h"

namespace stillpoint::nnue {

int evaluate_from_scratch(const Position& pos, const Network& network) {
    const Weights& weights = network.weights;
    const int bucket = output_bucket(pos.piece_count());
    const Color us = pos.side_to_move();

    std::int64_t sum = 0;
    for (Color side : {us, ~us}) {
        std::array<int, kHidden> neurons;
        std::copy_n(weights.feature_bias, kHidden, neurons.begin());
        for (Bitboard pieces = pos.pieces(); pieces;) {
            const Square square = pop_first(pieces);
            const int input = feature(side, pos.king_square(side), pos.piece_on(square), square);
            for (std::size_t i = 0; i < kHidden; ++i) neurons[i] += weights.features[input][i];
        }
        const std::int16_t* output = weights.output[bucket][side == us ? 0 : 1];
        for (std::size_t i = 0; i < kHidden; ++i) {
            const int clamped = std::clamp(neurons[i], 0, kQa);
            sum += std::int64_t{clamped} * clamped * output[i];
        }
    }
    return layers::centipawns(sum, weights.output_bias[bucket]);
}

Contributions piece_contributions(const Position& pos, const Network& network) {
    using Ops = simd::native::Ops;
    struct alignas(simd::kAlignment) Sums {
        std::int16_t values[kHidden];
    };
    const Weights& weights = network.weights;
    const Color us = pos.side_to_move();
    const auto eval = [&](const ByColor<Sums>& sums, int pieces) {
        const int bucket = output_bucket(pieces);
        return layers::centipawns(
            layers::output<Ops>(sums[us].values, sums[~us].values, weights.output[bucket]),
            weights.output_bias[bucket]);
    };

    RefreshCache cache;
    ByColor<Sums> whole, without;
    for (Color side : {us, ~us}) cache.refresh(side, pos, weights, whole[side].values);

    Contributions result;
    result.eval = eval(whole, pos.piece_count());
    for (Bitboard pieces = pos.pieces() & ~pos.pieces(PieceType::King); pieces;) {
        const Square square = pop_first(pieces);
        const Piece piece = pos.piece_on(square);
        for (Color side : {us, ~us}) {
            const int input = feature(side, pos.king_square(side), piece, square);
            layers::update<Ops, 0, 1>(whole[side].values, without[side].values, {},
                                      {weights.features[input]});
        }
        result.pieces.push_back({square, piece, eval(without, pos.piece_count() - 1)});
    }
    return result;
}

}  // namespace stillpoint::nnue
