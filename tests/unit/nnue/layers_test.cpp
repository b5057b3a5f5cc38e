#include "nnue/layers.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "nnue/evaluate.h"
#include "nnue/network.h"
#include "tests/unit/support/games.h"
#include "util/rng.h"
#include "util/simd/scalar.h"
#include "util/simd/simd.h"

namespace stillpoint::nnue {
namespace {

using Native = simd::native::Ops;
using Scalar = simd::scalar::Ops;

struct alignas(simd::kAlignment) Numbers {
    std::int16_t values[kHidden]{};
    friend bool operator==(const Numbers&, const Numbers&) = default;
};

// Any 16 bits at all: the layers must agree even where a trained network never goes.
Numbers wild(Rng& rng) {
    Numbers numbers;
    for (auto& value : numbers.values) value = static_cast<std::int16_t>(rng.next());
    return numbers;
}

Numbers constant(int value) {
    Numbers numbers;
    for (auto& number : numbers.values) number = static_cast<std::int16_t>(value);
    return numbers;
}

template <std::size_t kAdded, std::size_t kSubtracted>
void expect_same_update(Rng& rng) {
    const Numbers from = wild(rng);
    Numbers rows[kAdded + kSubtracted];
    for (auto& row : rows) row = wild(rng);
    std::array<layers::Row, kAdded> added;
    std::array<layers::Row, kSubtracted> subtracted;
    for (std::size_t i = 0; i < kAdded; ++i) added[i] = rows[i].values;
    for (std::size_t i = 0; i < kSubtracted; ++i) subtracted[i] = rows[kAdded + i].values;
    Numbers native, scalar;
    layers::update<Native>(from.values, native.values, added, subtracted);
    layers::update<Scalar>(from.values, scalar.values, added, subtracted);
    EXPECT_EQ(native, scalar);
}

TEST(Layers, UpdateEqualsScalar) {
    Rng rng(1);
    for (int round = 0; round < 100; ++round) {
        expect_same_update<0, 1>(rng);
        expect_same_update<1, 1>(rng);
        expect_same_update<1, 2>(rng);
        expect_same_update<2, 2>(rng);
    }
}

TEST(Layers, AccumulateEqualsScalarAndOneUpdateAfterAnother) {
    Rng rng(2);
    std::vector<Numbers> rows(32);
    for (auto& row : rows) row = wild(rng);
    for (std::uint32_t total = 0; total <= 32; ++total) {
        const std::uint32_t adds = rng.below(total + 1);
        std::vector<layers::Row> added, subtracted;
        const Numbers start = wild(rng);
        Numbers expected = start;
        for (std::uint32_t i = 0; i < total; ++i) {
            const Numbers before = expected;
            (i < adds ? added : subtracted).push_back(rows[i].values);
            if (i < adds)
                layers::update<Scalar, 1, 0>(before.values, expected.values, {rows[i].values}, {});
            else
                layers::update<Scalar, 0, 1>(before.values, expected.values, {}, {rows[i].values});
        }
        Numbers native = start, native_copy, scalar = start, scalar_copy;
        layers::accumulate<Native>(native.values, native_copy.values, added, subtracted);
        layers::accumulate<Scalar>(scalar.values, scalar_copy.values, added, subtracted);
        EXPECT_EQ(native, expected);
        EXPECT_EQ(native_copy, expected);
        EXPECT_EQ(scalar, expected);
        EXPECT_EQ(scalar_copy, expected);
    }
}

struct OutputWeights {
    alignas(simd::kAlignment) std::int16_t values[2][kHidden];
};

TEST(Layers, OutputEqualsScalar) {
    Rng rng(3);
    for (int round = 0; round < 200; ++round) {
        const Numbers own = wild(rng), theirs = wild(rng);
        OutputWeights weights;
        for (auto& side : weights.values)
            for (auto& weight : side) weight = static_cast<std::int16_t>(rng.next());
        EXPECT_EQ(layers::output<Native>(own.values, theirs.values, weights.values),
                  layers::output<Scalar>(own.values, theirs.values, weights.values));
    }
}

TEST(Layers, OutputDoesNotOverflowAtTheExtremes) {
    const std::int64_t terms = 2 * kHidden;
    for (int neuron : {-32768, -1, 0, 1, 181, 254, 255, 256, 32767})
        for (int weight : {-127, -1, 0, 1, 127}) {
            OutputWeights weights;
            for (auto& side : weights.values)
                for (auto& w : side) w = static_cast<std::int16_t>(weight);
            const Numbers neurons = constant(neuron);
            const std::int64_t clamped = std::clamp(neuron, 0, kQa);
            const std::int64_t expected = terms * clamped * clamped * weight;
            EXPECT_EQ(layers::output<Native>(neurons.values, neurons.values, weights.values), expected);
            EXPECT_EQ(layers::output<Scalar>(neurons.values, neurons.values, weights.values), expected);
        }
}

TEST(Layers, CentipawnsRoundTowardsZeroAndStayInRange) {
    EXPECT_EQ(layers::centipawns(0, 0), 0);
    EXPECT_EQ(layers::centipawns(0, kQa * kQb), kScale);
    EXPECT_EQ(layers::centipawns(std::int64_t{kQa} * kQa * kQb, 0), kScale);
    EXPECT_EQ(layers::centipawns(-std::int64_t{kQa} * kQa * kQb, 0), -kScale);
    EXPECT_EQ(layers::centipawns(0, 41), 1);
    EXPECT_EQ(layers::centipawns(0, 40), 0);
    EXPECT_EQ(layers::centipawns(0, -40), 0);
    EXPECT_EQ(layers::centipawns(std::int64_t{1} << 40, 0), layers::kMaxEval);
    EXPECT_EQ(layers::centipawns(-(std::int64_t{1} << 40), 0), -layers::kMaxEval);
}

// The whole network by the layers, as the accumulator does it.
template <simd::Backend Ops>
int evaluate_with(const Position& pos, const Network& network) {
    const Weights& weights = network.weights;
    Numbers sums[2], copy;
    for (Color side : {Color::White, Color::Black}) {
        std::vector<layers::Row> rows;
        for (Bitboard pieces = pos.pieces(); pieces;) {
            const Square s = pop_first(pieces);
            rows.push_back(weights.features[feature(side, pos.king_square(side), pos.piece_on(s), s)]);
        }
        Numbers& sum = sums[index(side)];
        std::copy_n(weights.feature_bias, kHidden, sum.values);
        layers::accumulate<Ops>(sum.values, copy.values, rows, {});
    }
    const int us = index(pos.side_to_move()), bucket = output_bucket(pos.piece_count());
    return layers::centipawns(
        layers::output<Ops>(sums[us].values, sums[us ^ 1].values, weights.output[bucket]),
        weights.output_bias[bucket]);
}

// Every weight as far out as training lets it be.
std::unique_ptr<Network> extreme_network(std::uint64_t seed) {
    auto network = random_network(seed);
    Rng rng(seed);
    const auto fill = [&](auto& row, int limit) {
        for (auto& weight : row) weight = static_cast<std::int16_t>((rng.next() & 1) != 0 ? limit : -limit);
    };
    for (auto& row : network->weights.features) fill(row, 505);
    fill(network->weights.feature_bias, 505);
    for (auto& bucket : network->weights.output)
        for (auto& row : bucket) fill(row, 127);
    return network;
}

TEST(Layers, WholeNetworkIsBitEqualOnEveryBackend) {
    for (const auto& network : {random_network(1), random_network(2), extreme_network(3)})
        test::random_games(4, 3, 120, [&](const Position& pos) {
            const int expected = evaluate_from_scratch(pos, *network);
            ASSERT_EQ(evaluate_with<Native>(pos, *network), expected) << to_fen(pos);
            ASSERT_EQ(evaluate_with<Scalar>(pos, *network), expected) << to_fen(pos);
        });
}

}  // namespace
}  // namespace stillpoint::nnue
