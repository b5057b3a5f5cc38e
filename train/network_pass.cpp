#include "train/network_pass.h"

#include <algorithm>

namespace stillpoint::train {

namespace {

using simd::native::F32;
using simd::native::F32Pair;
using simd::native::I16;
using namespace simd::native;  // NOLINT: the arithmetic of F32

constexpr int kLanes = F32::kLanes;
constexpr int kVectors = kTile / kLanes;
static_assert(kVectors % 2 == 0, "short rows hold vectors in pairs");
constexpr int kPairs = kVectors / 2;

F32 clipped(F32 a) { return min(max(a, F32::zero()), F32::broadcast(1.0F)); }

}  // namespace

inline void FloatRows::load(const Word* row, TileVectors& to) {
    for (int v = 0; v < kVectors; ++v) to[v] = F32::load(row + v * kLanes);
}
inline void FloatRows::add_to(TileVectors& sum, const Word* row) {
    for (int v = 0; v < kVectors; ++v) sum[v] = add(sum[v], F32::load(row + v * kLanes));
}
inline void FloatRows::store(const TileVectors& from, Word* row) {
    for (int v = 0; v < kVectors; ++v) from[v].store(row + v * kLanes);
}

// Vector v shares its words with vector v + kPairs.
inline void ShortRows::load(const Word* row, TileVectors& to) {
    for (int v = 0; v < kPairs; ++v) {
        const F32Pair pair = F32Pair::load_bf16(row + v * kLanes);
        to[v] = pair.lower;
        to[v + kPairs] = pair.upper;
    }
}
inline void ShortRows::add_to(TileVectors& sum, const Word* row) {
    for (int v = 0; v < kPairs; ++v) {
        const F32Pair pair = F32Pair::load_bf16(row + v * kLanes);
        sum[v] = add(sum[v], pair.lower);
        sum[v + kPairs] = add(sum[v + kPairs], pair.upper);
    }
}
inline void ShortRows::store(const TileVectors& from, Word* row) {
    for (int v = 0; v < kPairs; ++v) F32Pair{from[v], from[v + kPairs]}.store_bf16(row + v * kLanes);
}

inline FloatRows::Sum::Sum() {
    for (F32& v : vectors) v = F32::zero();
}
inline void FloatRows::Sum::add_row(const Weight* row) { add_to(vectors, row); }
inline void FloatRows::Sum::finish(const float* bias, TileVectors& to) const {
    for (int v = 0; v < kVectors; ++v) to[v] = add(vectors[v], F32::load(bias + v * kLanes));
}

inline ShortRows::Sum::Sum() {
    for (I16& v : vectors) v = I16::zero();
}
inline void ShortRows::Sum::add_row(const Weight* row) {
    for (int v = 0; v < kPairs; ++v)
        vectors[v] = add_saturating(vectors[v], I16::load(row + v * I16::kLanes));
}
inline void ShortRows::Sum::finish(const float* bias, TileVectors& to) const {
    const F32 step = F32::broadcast(1.0F / kOne);
    for (int v = 0; v < kPairs; ++v) {
        const F32Pair pair = to_floats(vectors[v]);
        to[2 * v] = fma(pair.lower, step, F32::load(bias + 2 * v * kLanes));
        to[2 * v + 1] = fma(pair.upper, step, F32::load(bias + (2 * v + 1) * kLanes));
    }
}

void ShortWeights::copy(const Parameters& parameters, std::size_t begin, std::size_t end) {
    static_assert(nnue::kMaxWeight * static_cast<double>(ShortRows::kOne) < INT16_MAX);
    const float* from = parameters.data();
    ShortRows::Weight* to = values_.data();
    for (std::size_t i = begin; i < end; ++i) {
        const float scaled = from[i] * ShortRows::kOne;
        to[i] = static_cast<ShortRows::Weight>(static_cast<int>(scaled + (scaled < 0.0F ? -0.5F : 0.5F)));
    }
}

template <class Rows>
BasicNetworkPass<Rows>::BasicNetworkPass(const ModelShape& shape)
    : shape_(shape),
      activations_(static_cast<std::size_t>(shape.tiles()) * kMicroBatch * 2 * Rows::kWords),
      partial_(static_cast<std::size_t>(kMicroBatch) * kLanes) {}

template <class Rows>
void BasicNetworkPass<Rows>::forward(const MicroBatch& batch, const Parameters& parameters,
                                     const Weight* feature_weights, std::span<float> outputs) {
    std::fill_n(partial_.data(), batch.size() * kLanes, 0.0F);
    for (int tile = 0; tile < shape_.tiles(); ++tile) {
        const Weight* weights = feature_weights + shape_.feature_weight(0, tile * kTile);
        const float* bias = parameters.data() + shape_.feature_bias(tile * kTile);
        Word* out = activations(tile);
        for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
            const float* own_output = parameters.data() + shape_.output_weight(bucket, 0, tile * kTile);
            const float* their_output = parameters.data() + shape_.output_weight(bucket, 1, tile * kTile);
            for (int pieces = 4 * bucket + 2; pieces < 4 * bucket + 6 && pieces <= kMaxPieces; ++pieces)
                for (int i = batch.begin(pieces); i < batch.begin(pieces + 1); ++i) {
                    // Both sides in registers: independent sums keep the adders busy.
                    typename Rows::Sum own_sum, their_sum;
                    const std::uint16_t* features = batch.features(i);
                    for (int n = 0; n < pieces; ++n) {
                        own_sum.add_row(weights + std::size_t{features[2 * n]} * kTile);
                        their_sum.add_row(weights + std::size_t{features[2 * n + 1]} * kTile);
                    }
                    TileVectors own, theirs;
                    own_sum.finish(bias, own);
                    their_sum.finish(bias, theirs);
                    Word* seat = out + i * 2 * Rows::kWords;
                    Rows::store(own, seat);
                    Rows::store(theirs, seat + Rows::kWords);
                    F32 output = F32::load(partial_.data() + i * kLanes);
                    for (int v = 0; v < kVectors; ++v) {
                        const F32 mine = clipped(own[v]), yours = clipped(theirs[v]);
                        output = fma(mul(mine, mine), F32::load(own_output + v * kLanes), output);
                        output = fma(mul(yours, yours), F32::load(their_output + v * kLanes), output);
                    }
                    output.store(partial_.data() + i * kLanes);
                }
        }
    }
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        const float bias = parameters[shape_.output_bias(bucket)];
        for (int i = batch.bucket_begin(bucket); i < batch.bucket_begin(bucket + 1); ++i)
            outputs[static_cast<std::size_t>(i)] = bias + reduce_add(F32::load(partial_.data() + i * kLanes));
    }
}

// The neurons' gradients take the place of their values; output weights and biases get theirs.
template <class Rows>
void BasicNetworkPass<Rows>::through_activation(const MicroBatch& batch, const Parameters& parameters,
                                                std::span<const float> output_gradient, int tile,
                                                Parameters& gradient) {
    Word* seats = activations(tile);
    TileVectors bias_gradient;
    for (F32& b : bias_gradient) b = F32::zero();
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        const int begin = batch.bucket_begin(bucket), end = batch.bucket_begin(bucket + 1);
        if (begin == end) continue;
        for (int side = 0; side < 2; ++side) {
            const std::size_t at = shape_.output_weight(bucket, side, tile * kTile);
            TileVectors weight, weight_gradient;
            FloatRows::load(parameters.data() + at, weight);
            for (F32& w : weight_gradient) w = F32::zero();
            for (int i = begin; i < end; ++i) {
                const F32 g = F32::broadcast(output_gradient[static_cast<std::size_t>(i)]);
                const F32 twice = add(g, g);
                Word* seat = seats + (i * 2 + side) * Rows::kWords;
                TileVectors values, slopes;
                Rows::load(seat, values);
                for (int v = 0; v < kVectors; ++v) {
                    const F32 c = clipped(values[v]);
                    weight_gradient[v] = fma(g, mul(c, c), weight_gradient[v]);
                    // Below zero the clipped value is the zero the gradient needs; above one it is not.
                    const F32 inside = mul(mul(twice, weight[v]), c);
                    slopes[v] = select(less(values[v], F32::broadcast(1.0F)), inside, F32::zero());
                    bias_gradient[v] = add(bias_gradient[v], slopes[v]);
                }
                Rows::store(slopes, seat);
            }
            float* to = gradient.data() + at;
            FloatRows::add_to(weight_gradient, to);
            FloatRows::store(weight_gradient, to);
        }
    }
    float* to_bias = gradient.data() + shape_.feature_bias(tile * kTile);
    FloatRows::add_to(bias_gradient, to_bias);
    FloatRows::store(bias_gradient, to_bias);
}

// Each feature gathers from all seats that have it, and is written once.
template <class Rows>
void BasicNetworkPass<Rows>::to_feature_weights(const MicroBatch& batch, int tile, Parameters& gradient) {
    const Word* seats = activations(tile);
    float* to_weights = gradient.data() + shape_.feature_weight(0, tile * kTile);
    for (int f = 0; f < shape_.inputs(); ++f) {
        const auto who = batch.seats(f);
        if (who.empty()) continue;
        // Two sums, so that an addition need not wait for the one before.
        float* to = to_weights + f * kTile;
        TileVectors even, odd;
        FloatRows::load(to, even);
        for (F32& o : odd) o = F32::zero();
        std::size_t n = 0;
        for (; n + 1 < who.size(); n += 2) {
            Rows::add_to(even, seats + who[n] * Rows::kWords);
            Rows::add_to(odd, seats + who[n + 1] * Rows::kWords);
        }
        if (n < who.size()) Rows::add_to(even, seats + who[n] * Rows::kWords);
        for (int v = 0; v < kVectors; ++v) add(even[v], odd[v]).store(to + v * kLanes);
    }
}

template <class Rows>
void BasicNetworkPass<Rows>::backward(const MicroBatch& batch, const Parameters& parameters,
                                      std::span<const float> output_gradient, Parameters& gradient) {
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        float sum = 0.0F;
        for (int i = batch.bucket_begin(bucket); i < batch.bucket_begin(bucket + 1); ++i)
            sum += output_gradient[static_cast<std::size_t>(i)];
        gradient[shape_.output_bias(bucket)] += sum;
    }
    for (int tile = 0; tile < shape_.tiles(); ++tile) {
        through_activation(batch, parameters, output_gradient, tile, gradient);
        to_feature_weights(batch, tile, gradient);
    }
}

template <class Rows>
void BasicNetworkPass<Rows>::count_activity(int positions, std::span<std::uint64_t> active,
                                            std::span<std::uint64_t> saturated) const {
    for (int tile = 0; tile < shape_.tiles(); ++tile)
        for (int seat = 0; seat < 2 * positions; ++seat) {
            TileVectors vectors;
            Rows::load(activations(tile) + seat * Rows::kWords, vectors);
            alignas(simd::kAlignment) float values[kTile];
            FloatRows::store(vectors, values);
            for (int i = 0; i < kTile; ++i) {
                const auto neuron = static_cast<std::size_t>(tile * kTile + i);
                active[neuron] += values[i] > 0.0F;
                saturated[neuron] += values[i] >= 1.0F;
            }
        }
}

template class BasicNetworkPass<FloatRows>;
template class BasicNetworkPass<ShortRows>;

}  // namespace stillpoint::train
