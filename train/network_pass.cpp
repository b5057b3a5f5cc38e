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

// Calls visit(begin, end) for the positions of an output bucket, a block at a time.
template <class Visit>
void for_each_block(const MicroBatch& batch, int bucket, Visit visit) {
    for (int begin = batch.bucket_begin(bucket); begin < batch.bucket_begin(bucket + 1);
         begin += DeepHead::kBlock)
        visit(begin, std::min(begin + DeepHead::kBlock, batch.bucket_begin(bucket + 1)));
}

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
      partial_(static_cast<std::size_t>(kMicroBatch) * kLanes),
      deep_(shape) {}

template <class Rows>
template <class ForBucket>
void BasicNetworkPass<Rows>::sum_features(const MicroBatch& batch, const Parameters& parameters,
                                          const Weight* feature_weights, ForBucket for_bucket) {
    for (int tile = 0; tile < shape_.tiles(); ++tile) {
        const Weight* weights = feature_weights + shape_.tile_weights(tile);
        const float* bias = parameters.data() + shape_.tile_bias(tile);
        Word* out = activations(tile);
        for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
            auto take = for_bucket(tile, bucket);
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
                    take(i, own, theirs);
                }
        }
    }
}

template <class Rows>
void BasicNetworkPass<Rows>::forward(const MicroBatch& batch, const Parameters& parameters,
                                     const Weight* feature_weights, std::span<float> outputs) {
    if (shape_.is_deep())
        forward_deep(batch, parameters, feature_weights, outputs);
    else
        forward_directly(batch, parameters, feature_weights, outputs);
}

template <class Rows>
void BasicNetworkPass<Rows>::forward_directly(const MicroBatch& batch, const Parameters& parameters,
                                              const Weight* feature_weights, std::span<float> outputs) {
    std::fill_n(partial_.data(), batch.size() * kLanes, 0.0F);
    sum_features(batch, parameters, feature_weights, [&](int tile, int bucket) {
        const float* own_output = parameters.data() + shape_.output_weight(bucket, 0, tile * kTile);
        const float* their_output = parameters.data() + shape_.output_weight(bucket, 1, tile * kTile);
        return [=, this](int i, const TileVectors& own, const TileVectors& theirs) {
            F32 output = F32::load(partial_.data() + i * kLanes);
            for (int v = 0; v < kVectors; ++v) {
                const F32 mine = clipped(own[v]), yours = clipped(theirs[v]);
                output = fma(mul(mine, mine), F32::load(own_output + v * kLanes), output);
                output = fma(mul(yours, yours), F32::load(their_output + v * kLanes), output);
            }
            output.store(partial_.data() + i * kLanes);
        };
    });
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        const float bias = parameters[shape_.output_bias(bucket)];
        for (int i = batch.bucket_begin(bucket); i < batch.bucket_begin(bucket + 1); ++i)
            outputs[static_cast<std::size_t>(i)] = bias + reduce_add(F32::load(partial_.data() + i * kLanes));
    }
}

template <class Rows>
void BasicNetworkPass<Rows>::multiply_pairs(int begin, int end) {
    for (int tile = 0; tile < shape_.tiles(); ++tile)
        for (int i = begin; i < end; ++i)
            for (int side = 0; side < 2; ++side) {
                TileVectors values;
                Rows::load(activations(tile) + (i * 2 + side) * Rows::kWords, values);
                float* to = deep_.products(i - begin) + side * shape_.hidden / 2 + tile * kTile / 2;
                for (int v = 0; v < kPairs; ++v)
                    mul(clipped(values[v]), clipped(values[v + kPairs])).store(to + v * kLanes);
            }
}

template <class Rows>
void BasicNetworkPass<Rows>::forward_deep(const MicroBatch& batch, const Parameters& parameters,
                                          const Weight* feature_weights, std::span<float> outputs) {
    sum_features(batch, parameters, feature_weights,
                 [](int, int) { return [](int, const TileVectors&, const TileVectors&) {}; });
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket)
        for_each_block(batch, bucket, [&](int begin, int end) {
            multiply_pairs(begin, end);
            deep_.forward(
                parameters, bucket, begin,
                outputs.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
        });
}

template <class Rows>
void BasicNetworkPass<Rows>::through_outputs(const MicroBatch& batch, const Parameters& parameters,
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
    float* to_bias = gradient.data() + shape_.tile_bias(tile);
    FloatRows::add_to(bias_gradient, to_bias);
    FloatRows::store(bias_gradient, to_bias);
}

template <class Rows>
void BasicNetworkPass<Rows>::through_pairs(int begin, int end, Parameters& gradient) {
    for (int tile = 0; tile < shape_.tiles(); ++tile) {
        float* to_bias = gradient.data() + shape_.tile_bias(tile);
        TileVectors bias_gradient;
        FloatRows::load(to_bias, bias_gradient);
        for (int i = begin; i < end; ++i)
            for (int side = 0; side < 2; ++side) {
                Word* seat = activations(tile) + (i * 2 + side) * Rows::kWords;
                const float* from =
                    deep_.product_slopes(i - begin) + side * shape_.hidden / 2 + tile * kTile / 2;
                TileVectors values, slopes;
                Rows::load(seat, values);
                // A factor's slope is the other factor, where it is not clipped itself.
                const auto slope = [&](int v, int other) {
                    const F32 product = mul(F32::load(from + v % kPairs * kLanes), clipped(values[other]));
                    const F32 below = select(less(values[v], F32::broadcast(1.0F)), product, F32::zero());
                    return select(less(F32::zero(), values[v]), below, F32::zero());
                };
                for (int v = 0; v < kVectors; ++v) {
                    slopes[v] = slope(v, (v + kPairs) % kVectors);
                    bias_gradient[v] = add(bias_gradient[v], slopes[v]);
                }
                Rows::store(slopes, seat);
            }
        FloatRows::store(bias_gradient, to_bias);
    }
}

template <class Rows>
void BasicNetworkPass<Rows>::through_layers(const MicroBatch& batch, const Parameters& parameters,
                                            std::span<const float> output_gradient, Parameters& gradient) {
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        if (batch.bucket_begin(bucket) == batch.bucket_begin(bucket + 1)) continue;
        deep_.begin_backward(parameters, bucket);
        for_each_block(batch, bucket, [&](int begin, int end) {
            multiply_pairs(begin, end);
            deep_.backward(parameters, bucket, begin,
                           output_gradient.subspan(static_cast<std::size_t>(begin),
                                                   static_cast<std::size_t>(end - begin)),
                           gradient);
            through_pairs(begin, end, gradient);
        });
    }
}

// Each feature gathers from all seats that have it, and is written once.
template <class Rows>
void BasicNetworkPass<Rows>::to_feature_weights(const MicroBatch& batch, int tile, Parameters& gradient) {
    const Word* seats = activations(tile);
    float* to_weights = gradient.data() + shape_.tile_weights(tile);
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
    if (shape_.is_deep()) {
        through_layers(batch, parameters, output_gradient, gradient);
        for (int tile = 0; tile < shape_.tiles(); ++tile) to_feature_weights(batch, tile, gradient);
        return;
    }
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        float sum = 0.0F;
        for (int i = batch.bucket_begin(bucket); i < batch.bucket_begin(bucket + 1); ++i)
            sum += output_gradient[static_cast<std::size_t>(i)];
        gradient[shape_.output_bias(bucket)] += sum;
    }
    for (int tile = 0; tile < shape_.tiles(); ++tile) {
        through_outputs(batch, parameters, output_gradient, tile, gradient);
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
