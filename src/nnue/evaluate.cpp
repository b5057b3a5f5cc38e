#include "nnue/evaluate.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "nnue/layers.h"
#include "nnue/refresh_cache.h"

namespace stillpoint::nnue {

namespace {

// Each side's sums, to move first.
using Sums = std::array<std::array<int, kHidden>, 2>;

template <int kNeurons>
int evaluate_plainly(const Sums& sums, const DirectHead<kNeurons>& head, int bucket) {
    std::int64_t sum = 0;
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t i = 0; i < kNeurons; ++i) {
            const int clamped = std::clamp(sums[side][i], 0, kQa);
            sum += std::int64_t{clamped} * clamped * head.output[bucket][side][i];
        }
    return layers::centipawns(sum / kQa + head.output_bias[bucket], kQa * kQb);
}

template <int kNeurons, int kSecond, int kThird>
int evaluate_plainly(const Sums& sums, const DeepHead<kNeurons, kSecond, kThird>& head, int bucket) {
    constexpr int kHalf = kNeurons / 2;
    std::array<std::int32_t, kSecond> second;
    std::copy_n(head.second_bias[bucket], kSecond, second.begin());
    for (int i = 0; i < kNeurons; ++i) {
        const auto& side = sums[static_cast<std::size_t>(i / kHalf)];
        const auto neuron = [&](int n) { return std::clamp(side[static_cast<std::size_t>(n)], 0, kQa); };
        const int product = neuron(i % kHalf) * neuron(i % kHalf + kHalf);
        const int rounded = (product + (1 << (deep::kPairShift - 1))) >> deep::kPairShift;
        for (std::size_t n = 0; n < kSecond; ++n) second[n] += rounded * head.second[bucket][i / 4][n][i % 4];
    }
    std::array<std::int32_t, kThird> third;
    std::copy_n(head.third_bias[bucket], kThird, third.begin());
    for (std::size_t i = 0; i < kSecond; ++i) {
        const int neuron = layers::clipped_square(second[i], deep::kSecondSum);
        for (std::size_t n = 0; n < kThird; ++n) third[n] += neuron * head.third[bucket][i / 2][n][i % 2];
    }
    std::int64_t output = head.output_bias[bucket];
    for (std::size_t i = 0; i < kThird; ++i)
        output +=
            layers::clipped_square(third[i] >> deep::kThirdShift, deep::kSecond) * head.output[bucket][i];
    return layers::centipawns(output, deep::kOutput);
}

}  // namespace

int evaluate_from_scratch(const Position& pos, const Network& network) {
    const Weights& weights = network.weights;
    const Color us = pos.side_to_move();
    Sums sums;
    for (Color side : {us, ~us}) {
        auto& neurons = sums[side == us ? 0 : 1];
        std::copy_n(weights.feature_bias, kHidden, neurons.begin());
        for (Bitboard pieces = pos.pieces(); pieces;) {
            const Square square = pop_first(pieces);
            const int input = feature(side, pos.king_square(side), pos.piece_on(square), square);
            for (std::size_t i = 0; i < kHidden; ++i) neurons[i] += weights.features[input][i];
        }
    }
    return evaluate_plainly(sums, weights.head, output_bucket(pos.piece_count()));
}

Contributions piece_contributions(const Position& pos, const Network& network) {
    using Ops = simd::native::Ops;
    struct alignas(simd::kAlignment) Row {
        std::int16_t values[kHidden];
    };
    const Weights& weights = network.weights;
    const Color us = pos.side_to_move();
    const auto eval = [&](const ByColor<Row>& sums, int pieces) {
        return layers::evaluate<Ops>(sums[us].values, sums[~us].values, weights.head, output_bucket(pieces));
    };

    RefreshCache cache;
    ByColor<Row> whole, without;
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
