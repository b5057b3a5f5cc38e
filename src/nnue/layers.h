#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "nnue/architecture.h"
#include "util/simd/backend.h"

// The network's arithmetic on one side's neurons, for any SIMD backend.
namespace stillpoint::nnue::layers {

// kHidden numbers, aligned.
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

// The sum over both sides of clamp(neuron, 0, kQa)^2 * weight. Weight times neuron fits 16 bits (see
// kMaxWeight), so the square is taken by multiplying once more, into 32 bits.
template <simd::Backend Ops>
std::int64_t output(Row own, Row theirs, const std::int16_t (&weights)[2][kHidden]) {
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
    for (int start = 0; start < kHidden; start += kBlock) {
        I32 own_sum = I32::zero(), their_sum = I32::zero();
        const int end = std::min(start + kBlock, kHidden);
        for (int i = start; i < end; i += I16::kLanes) {
            const I16 mine = clamped(own + i), yours = clamped(theirs + i);
            own_sum = madd_add(own_sum, mullo(mine, I16::load(weights[0] + i)), mine);
            their_sum = madd_add(their_sum, mullo(yours, I16::load(weights[1] + i)), yours);
        }
        sum += reduce_add_i64(add(own_sum, their_sum));
    }
    return sum;
}

// From the output layer's sum to centipawns, within what a search can tell from a mate.
inline constexpr int kMaxEval = 20000;
constexpr int centipawns(std::int64_t sum, std::int32_t bias) {
    const std::int64_t value = (sum / kQa + bias) * kScale / (kQa * kQb);
    return static_cast<int>(std::clamp<std::int64_t>(value, -kMaxEval, kMaxEval));
}

}  // namespace stillpoint::nnue::layers
