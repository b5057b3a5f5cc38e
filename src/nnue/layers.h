#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "nnue/architecture.h"
#include "nnue/heads.h"
#include "util/simd/backend.h"

// The network's arithmetic, for any SIMD backend.
namespace stillpoint::nnue::layers {

// One number for each neuron of a side, aligned.
using Row = const std::int16_t*;

// to = from + rows added - rows subtracted, in one pass.
template <simd::Backend Ops, std::size_t kAdded, std::size_t kSubtracted>
void update(Row from, std::int16_t* to, const std::array<Row, kAdded>& added,
            const std::array<Row, kSubtracted>& subtracted) {
    using I16 = typename Ops::I16;
    for (int i = 0; i < kHidden; i += I16::kLanes) {
        I16 sum = I16::load(from + i);
        for (Row row : added) sum = add(sum, I16::load(row + i));
        for (Row row : subtracted) sum = sub(sum, I16::load(row + i));
        sum.store(to + i);
    }
}

// The same for any number of rows, in place, with a second copy of the result: a few vectors at a time stay
// in registers until all rows have passed.
template <simd::Backend Ops>
void accumulate(std::int16_t* values, std::int16_t* copy, std::span<const Row> added,
                std::span<const Row> subtracted) {
    using I16 = typename Ops::I16;
    constexpr int kVectors = kHidden / I16::kLanes;
    constexpr int kTile = kVectors % 8 == 0 ? 8 : kVectors % 4 == 0 ? 4 : 1;
    for (int start = 0; start < kHidden; start += kTile * I16::kLanes) {
        I16 tile[kTile];
        for (int i = 0; i < kTile; ++i) tile[i] = I16::load(values + start + i * I16::kLanes);
        for (Row row : added)
            for (int i = 0; i < kTile; ++i) tile[i] = add(tile[i], I16::load(row + start + i * I16::kLanes));
        for (Row row : subtracted)
            for (int i = 0; i < kTile; ++i) tile[i] = sub(tile[i], I16::load(row + start + i * I16::kLanes));
        for (int i = 0; i < kTile; ++i) {
            tile[i].store(values + start + i * I16::kLanes);
            tile[i].store(copy + start + i * I16::kLanes);
        }
    }
}

// From an output whose 1.0 is `one` to centipawns, within what a search can tell from a mate.
inline constexpr int kMaxEval = 20000;
constexpr int centipawns(std::int64_t output, int one) {
    return static_cast<int>(std::clamp<std::int64_t>(output * kScale / one, -kMaxEval, kMaxEval));
}

// The sum over both sides of clamp(neuron, 0, kQa)^2 * weight. Weight times neuron fits 16 bits (see
// kMaxWeight), so the square is taken by multiplying once more, into 32 bits.
template <simd::Backend Ops, int kNeurons>
std::int64_t output(Row own, Row theirs, const std::int16_t (&weights)[2][kNeurons]) {
    using I16 = typename Ops::I16;
    using I32 = typename Ops::I32;
    // Both sums of a block together fit 32 bits, whatever the neurons and weights are: each madd adds two
    // products of a clamped neuron and a 16-bit number.
    constexpr int kSteps = 64;
    static_assert(std::int64_t{2} * kSteps * 2 * kQa * 32768 <= INT32_MAX);
    constexpr int kBlock = kSteps * I16::kLanes;

    const auto clamped = [](Row neurons) {
        return min(max(I16::load(neurons), I16::zero()), I16::broadcast(kQa));
    };
    std::int64_t sum = 0;
    for (int start = 0; start < kNeurons; start += kBlock) {
        I32 own_sum = I32::zero(), their_sum = I32::zero();
        const int end = std::min(start + kBlock, kNeurons);
        for (int i = start; i < end; i += I16::kLanes) {
            const I16 mine = clamped(own + i), yours = clamped(theirs + i);
            own_sum = madd_add(own_sum, mullo(mine, I16::load(weights[0] + i)), mine);
            their_sum = madd_add(their_sum, mullo(yours, I16::load(weights[1] + i)), yours);
        }
        sum += reduce_add_i64(add(own_sum, their_sum));
    }
    return sum;
}

// The network's answer in centipawns, from both sides' sums.
template <simd::Backend Ops, int kNeurons>
int evaluate(Row own, Row theirs, const DirectHead<kNeurons>& head, int bucket) {
    const std::int64_t sum = output<Ops>(own, theirs, head.output[bucket]);
    return centipawns(sum / kQa + head.output_bias[bucket], kQa * kQb);
}

// Neurons i and i + half of a side, clipped and multiplied; rounded to the nearest.
template <simd::Backend Ops, int kNeurons>
void multiply_pairs(Row neurons, std::int8_t* to) {
    using I16 = typename Ops::I16;
    constexpr int kHalf = kNeurons / 2;
    const auto clamped = [](Row from) { return min(max(I16::load(from), I16::zero()), I16::broadcast(kQa)); };
    // The product is shifted by 15: as much too far as one factor is made larger.
    const I16 larger = I16::broadcast(1 << (15 - deep::kPairShift));
    for (int i = 0; i < kHalf; i += I16::kLanes)
        mul_rounded(mullo(clamped(neurons + i), larger), clamped(neurons + kHalf + i)).store_bytes(to + i);
}

// sums += inputs * weights, four inputs at a time.
template <simd::Backend Ops, int kFours, int kOutputs>
void add_bytes(const std::int8_t* inputs, const std::int8_t (&weights)[kFours][kOutputs][4],
               std::int32_t* sums) {
    using I8 = typename Ops::I8;
    using I32 = typename Ops::I32;
    constexpr int kVectors = kOutputs / I32::kLanes;
    // Enough independent sums to keep the multipliers busy.
    constexpr int kChains = kVectors >= 4 ? 1 : 4 / kVectors;
    static_assert(kFours % kChains == 0);
    I32 chains[kChains][kVectors];
    for (auto& chain : chains)
        for (I32& sum : chain) sum = I32::zero();
    for (int f = 0; f < kFours; f += kChains)
        for (int c = 0; c < kChains; ++c) {
            const I8 input = I8::four(inputs + 4 * (f + c));
            for (int v = 0; v < kVectors; ++v)
                chains[c][v] = dot_add(chains[c][v], input, I8::load(weights[f + c][v * I32::kLanes]));
        }
    for (int v = 0; v < kVectors; ++v) {
        I32 sum = I32::load(sums + v * I32::kLanes);
        for (auto& chain : chains) sum = add(sum, chain[v]);
        sum.store(sums + v * I32::kLanes);
    }
}

// The same with two inputs of 16 bits at a time.
template <simd::Backend Ops, int kPairs, int kOutputs>
void add_shorts(const std::int16_t* inputs, const std::int16_t (&weights)[kPairs][kOutputs][2],
                std::int32_t* sums) {
    using I16 = typename Ops::I16;
    using I32 = typename Ops::I32;
    constexpr int kVectors = kOutputs / I32::kLanes;
    I32 vectors[kVectors];
    for (int v = 0; v < kVectors; ++v) vectors[v] = I32::load(sums + v * I32::kLanes);
    for (int p = 0; p < kPairs; ++p) {
        const I16 input = I16::two(inputs + 2 * p);
        for (int v = 0; v < kVectors; ++v)
            vectors[v] = madd_add(vectors[v], input, I16::load(weights[p][v * I32::kLanes]));
    }
    for (int v = 0; v < kVectors; ++v) vectors[v].store(sums + v * I32::kLanes);
}

// A neuron behind the first layer, clipped and squared.
constexpr std::int16_t clipped_square(std::int32_t sum, std::int32_t one) {
    const std::int32_t clipped = std::clamp(sum, 0, one);
    return static_cast<std::int16_t>(clipped * clipped >> deep::kSquareShift);
}

template <simd::Backend Ops, int kNeurons, int kSecond, int kThird>
int evaluate(Row own, Row theirs, const DeepHead<kNeurons, kSecond, kThird>& head, int bucket) {
    struct alignas(simd::kAlignment) Room {
        std::int8_t pairs[kNeurons];
        std::int32_t sums[kSecond], more_sums[kThird];
        std::int16_t second[kSecond], third[kThird];
    } room;
    multiply_pairs<Ops, kNeurons>(own, room.pairs);
    multiply_pairs<Ops, kNeurons>(theirs, room.pairs + kNeurons / 2);
    std::copy_n(head.second_bias[bucket], kSecond, room.sums);
    add_bytes<Ops>(room.pairs, head.second[bucket], room.sums);
    for (int i = 0; i < kSecond; ++i) room.second[i] = clipped_square(room.sums[i], deep::kSecondSum);
    std::copy_n(head.third_bias[bucket], kThird, room.more_sums);
    add_shorts<Ops>(room.second, head.third[bucket], room.more_sums);
    for (int i = 0; i < kThird; ++i)
        room.third[i] = clipped_square(room.more_sums[i] >> deep::kThirdShift, deep::kSecond);
    std::int32_t sum = 0;
    for (int i = 0; i < kThird; ++i) sum += room.third[i] * head.output[bucket][i];
    return centipawns(std::int64_t{sum} + head.output_bias[bucket], deep::kOutput);
}

}  // namespace stillpoint::nnue::layers
