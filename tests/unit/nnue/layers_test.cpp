#include "nnue/layers.h"

#include <memory>
#include <set>
#include <type_traits>
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
    constexpr int kOne = kQa * kQb;
    EXPECT_EQ(layers::centipawns(0, kOne), 0);
    EXPECT_EQ(layers::centipawns(kOne, kOne), kScale);
    EXPECT_EQ(layers::centipawns(-kOne, kOne), -kScale);
    EXPECT_EQ(layers::centipawns(41, kOne), 1);
    EXPECT_EQ(layers::centipawns(40, kOne), 0);
    EXPECT_EQ(layers::centipawns(-40, kOne), 0);
    EXPECT_EQ(layers::centipawns(std::int64_t{1} << 40, kOne), layers::kMaxEval);
    EXPECT_EQ(layers::centipawns(-(std::int64_t{1} << 40), kOne), -layers::kMaxEval);
    EXPECT_EQ(layers::centipawns(deep::kOutput, deep::kOutput), kScale);
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
    return layers::evaluate<Ops>(sums[us].values, sums[us ^ 1].values, weights.head, bucket);
}

int random_within(Rng& rng, int limit) {
    return static_cast<int>(rng.below(2 * static_cast<std::uint32_t>(limit) + 1)) - limit;
}

// Each number of an array of any dimensions becomes number(limit).
template <class Array, class Number>
void fill(Array& array, int limit, Number number) {
    if constexpr (std::is_array_v<Array>)
        for (auto& part : array) fill(part, limit, number);
    else
        array = static_cast<Array>(number(limit));
}
template <int kNeurons, class Number>
void fill(DirectHead<kNeurons>& head, Number number) {
    fill(head.output, 127, number);
}
template <int kNeurons, int kSecond, int kThird, class Number>
void fill(DeepHead<kNeurons, kSecond, kThird>& head, Number number) {
    fill(head.second, 127, number);
    fill(head.second_bias, deep::kLargestSecondBias, number);
    fill(head.third, deep::kLargestWeight, number);
    fill(head.third_bias, deep::kLargestThirdBias, number);
    fill(head.output, deep::kLargestWeight, number);
}

// Every weight as far out as training lets it be.
std::unique_ptr<Network> extreme_network(std::uint64_t seed) {
    auto network = random_network(seed);
    Rng rng(seed);
    const auto extreme = [&](int limit) { return (rng.next() & 1) != 0 ? limit : -limit; };
    fill(network->weights.features, 505, extreme);
    fill(network->weights.feature_bias, 505, extreme);
    fill(network->weights.head, extreme);
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

// Layers behind the first in plain loops over numbers that can't overflow.
template <int kNeurons, int kSecond, int kThird>
int deep_reference(const Numbers& own, const Numbers& theirs, const DeepHead<kNeurons, kSecond, kThird>& head,
                   int bucket) {
    const auto clipped = [](std::int64_t value, std::int64_t one) {
        return std::clamp<std::int64_t>(value, 0, one);
    };
    std::vector<std::int64_t> pairs;
    for (const Numbers* side : {&own, &theirs})
        for (int i = 0; i < kNeurons / 2; ++i)
            pairs.push_back(
                (clipped(side->values[i], 255) * clipped(side->values[i + kNeurons / 2], 255) + 256) / 512);
    std::vector<std::int64_t> second, third;
    for (int n = 0; n < kSecond; ++n) {
        std::int64_t sum = head.second_bias[bucket][n];
        for (std::size_t i = 0; i < pairs.size(); ++i) sum += pairs[i] * head.second[bucket][i / 4][n][i % 4];
        second.push_back(clipped(sum, 8128) * clipped(sum, 8128) / 8192);
    }
    for (int n = 0; n < kThird; ++n) {
        std::int64_t sum = head.third_bias[bucket][n];
        for (std::size_t i = 0; i < second.size(); ++i)
            sum += second[i] * head.third[bucket][i / 2][n][i % 2];
        third.push_back(clipped(sum / 2048, 8064) * clipped(sum / 2048, 8064) / 8192);
    }
    std::int64_t output = head.output_bias[bucket];
    for (std::size_t i = 0; i < third.size(); ++i) output += third[i] * head.output[bucket][i];
    return layers::centipawns(output, 7938 * 2048);
}

template <int kSecond, int kThird>
void expect_same_deep_head(Rng& rng) {
    constexpr int kNeurons = kHidden / deep::kNeuronUnit * deep::kNeuronUnit;
    if constexpr (kNeurons > 0) {
        const auto head = std::make_unique<DeepHead<kNeurons, kSecond, kThird>>();
        std::set<int> answers;
        for (int round = 0; round < 60; ++round) {
            if (round % 3 == 0)
                fill(*head, [&](int limit) { return (rng.next() & 1) != 0 ? limit : -limit; });
            else
                fill(*head, [&](int limit) { return random_within(rng, limit / 4); });
            const int bucket = round % kOutputBuckets;
            Numbers own = wild(rng), theirs = wild(rng);
            if (round % 2 == 0)  // mostly within the clipping
                for (Numbers* side : {&own, &theirs})
                    fill(side->values, 300, [&](int limit) { return random_within(rng, limit); });
            const int expected = deep_reference(own, theirs, *head, bucket);
            ASSERT_EQ(layers::evaluate<Native>(own.values, theirs.values, *head, bucket), expected) << round;
            ASSERT_EQ(layers::evaluate<Scalar>(own.values, theirs.values, *head, bucket), expected) << round;
            answers.insert(expected);
        }
        EXPECT_GT(answers.size(), 20U);
    }
}

// In a build for any shape.
TEST(Layers, LayersBehindTheFirstAreBitEqualOnEveryBackend) {
    Rng rng(5);
    expect_same_deep_head<16, 32>(rng);
    expect_same_deep_head<32, 16>(rng);
    expect_same_deep_head<64, 64>(rng);
}

}  // namespace
}  // namespace stillpoint::nnue
