#include "train/network_pass.h"

#include <algorithm>
#include <cmath>

#include "train/lanes.h"

namespace stillpoint::train {

namespace {

using simd::native::F32;
using simd::native::F32Pair;
using simd::native::I16;
using namespace simd::native;  // NOLINT: the arithmetic of F32

constexpr int kVectors = kTile / kLanes;
static_assert(kVectors % 2 == 0, "short rows hold vectors in pairs");
constexpr int kPairs = kVectors / 2;

// Calls visit(begin, end) for the positions of an output bucket, a block at a time.
template <class Visit>
void for_each_block(const MicroBatch& batch, int bucket, Visit visit) {
    for (int begin = batch.bucket_begin(bucket); begin < batch.bucket_begin(bucket + 1);
         begin += DeepHead::kBlock)
        visit(begin, std::min(begin + DeepHead::kBlock, batch.bucket_begin(bucket + 1)));
}

}  // namespace

namespace {

void load_tile(const float* row, TileVectors& to) {
    for (int v = 0; v < kVectors; ++v) to[v] = F32::load(row + v * kLanes);
}
void add_to(TileVectors& sum, const float* row) {
    for (int v = 0; v < kVectors; ++v) sum[v] = add(sum[v], F32::load(row + v * kLanes));
}
void store_tile(const TileVectors& from, float* row) {
    for (int v = 0; v < kVectors; ++v) from[v].store(row + v * kLanes);
}
void set_all(TileVectors& vectors, float value) {
    for (F32& v : vectors) v = F32::broadcast(value);
}
F32 absolute(F32 a) { return max(a, sub(F32::zero(), a)); }

}  // namespace

inline FloatRows::Sum::Sum(const Weight* bias) { load_tile(bias, vectors_); }
inline void FloatRows::Sum::add_row(const Weight* row) { add_to(vectors_, row); }
inline void FloatRows::Sum::store(Weight* row) const { store_tile(vectors_, row); }
inline void FloatRows::Sum::clip(TileVectors& to) const {
    for (int v = 0; v < kVectors; ++v) to[v] = min(max(vectors_[v], F32::zero()), F32::broadcast(kOne));
}

inline void FloatRows::store_slopes(const TileVectors& from, Slope* row) { store_tile(from, row); }
inline void FloatRows::hold(const TileVectors& from, Held* row) { store_tile(from, row); }
inline void FloatRows::take(const Held* row, TileVectors& to) { load_tile(row, to); }

inline ShortRows::Sum::Sum(const Weight* bias) {
    for (int v = 0; v < kPairs; ++v) vectors_[v] = I16::load(bias + v * I16::kLanes);
}
inline void ShortRows::Sum::add_row(const Weight* row) {
    for (int v = 0; v < kPairs; ++v)
        vectors_[v] = add_saturating(vectors_[v], I16::load(row + v * I16::kLanes));
}
inline void ShortRows::Sum::store(Weight* row) const {
    for (int v = 0; v < kPairs; ++v) vectors_[v].store(row + v * I16::kLanes);
}
inline void ShortRows::Sum::clip(TileVectors& to) const {
    const I16 one = I16::broadcast(static_cast<std::int16_t>(kOne));
    for (int v = 0; v < kPairs; ++v) {
        const F32Pair pair = to_floats(min(max(vectors_[v], I16::zero()), one));
        to[2 * v] = pair.lower;
        to[2 * v + 1] = pair.upper;
    }
}

// Vector v shares its words with vector v + kPairs.
inline void ShortRows::hold(const TileVectors& from, Held* row) {
    for (int v = 0; v < kPairs; ++v) F32Pair{from[v], from[v + kPairs]}.store_bf16(row + v * kLanes);
}
inline void ShortRows::take(const Held* row, TileVectors& to) {
    for (int v = 0; v < kPairs; ++v) {
        const F32Pair pair = F32Pair::load_bf16(row + v * kLanes);
        to[v] = pair.lower;
        to[v + kPairs] = pair.upper;
    }
}

template <int kTiles>
void FloatRows::add_slopes(std::span<const MicroBatch::Seat> seats, const Slope* rows,
                           const TileVectors* /*steps*/, float* const* to) {
    for (int t = 0; t < kTiles; ++t) {
        TileVectors sum;
        load_tile(to[t], sum);
        for (const MicroBatch::Seat seat : seats)
            train::add_to(sum, rows + std::size_t{seat} * kSlopesOfSeat + t * kTile);
        store_tile(sum, to[t]);
    }
}

inline void ShortRows::store_slopes(const TileVectors& from, Slope* row) {
    for (int v = 0; v < kPairs; ++v)
        to_whole(F32Pair{from[2 * v], from[2 * v + 1]}).store(row + v * I16::kLanes);
}

template <int kTiles>
void ShortRows::add_slopes(std::span<const MicroBatch::Seat> seats, const Slope* rows,
                           const TileVectors* steps, float* const* to) {
    TileVectors sums[kTiles];
    for (TileVectors& sum : sums)
        for (F32& v : sum) v = F32::zero();
    // Of `count` seats, at most kSlopesAtOnce.
    const auto add_some = [&](const MicroBatch::Seat* seat, std::size_t count) {
        I16 whole[kTiles][kPairs];
        const auto row = [&](std::size_t n, int t, int v) {
            return I16::load(rows + std::size_t{seat[n]} * kSlopesOfSeat + t * kTile + v * I16::kLanes);
        };
        for (int t = 0; t < kTiles; ++t)
            for (int v = 0; v < kPairs; ++v) whole[t][v] = row(0, t, v);
        for (std::size_t n = 1; n < count; ++n)
            for (int t = 0; t < kTiles; ++t)
                for (int v = 0; v < kPairs; ++v) whole[t][v] = add(whole[t][v], row(n, t, v));
        for (int t = 0; t < kTiles; ++t)
            for (int v = 0; v < kPairs; ++v) {
                const F32Pair pair = to_floats(whole[t][v]);
                sums[t][2 * v] = add(sums[t][2 * v], pair.lower);
                sums[t][2 * v + 1] = add(sums[t][2 * v + 1], pair.upper);
            }
    };
    std::size_t n = 0;
    for (; n + kSlopesAtOnce <= seats.size(); n += kSlopesAtOnce) add_some(seats.data() + n, kSlopesAtOnce);
    if (n < seats.size()) add_some(seats.data() + n, seats.size() - n);
    for (int t = 0; t < kTiles; ++t)
        for (int v = 0; v < kVectors; ++v)
            fma(sums[t][v], steps[t][v], F32::load(to[t] + v * kLanes)).store(to[t] + v * kLanes);
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
      activations_(static_cast<std::size_t>(shape.hidden) * kMicroBatch * 2),
      slopes_(static_cast<std::size_t>(kMicroBatch) * 2 * kSlopesOfSeat),
      partial_(static_cast<std::size_t>(kMicroBatch) * kLanes),
      deep_(shape) {
    if (!shape.is_deep()) return;
    held_slopes_ = AlignedArray<typename Rows::Held>(static_cast<std::size_t>(shape.tiles()) * kMicroBatch *
                                                     2 * Rows::kHeld);
    largest_slopes_ = AlignedArray<float>(static_cast<std::size_t>(shape.hidden));
}

template <class Rows>
template <class Visit>
void BasicNetworkPass<Rows>::for_tiles(Visit visit) {
    int tile = 0;
    for (; tile + kTilesAtOnce <= shape_.tiles(); tile += kTilesAtOnce)
        visit.template operator()<kTilesAtOnce>(tile);
    for (; tile < shape_.tiles(); ++tile) visit.template operator()<1>(tile);
}

template <class Rows>
template <int kTiles, class ForBucket>
void BasicNetworkPass<Rows>::sum_features(const MicroBatch& batch, const Weight* feature_weights,
                                          int first_tile, ForBucket for_bucket) {
    const Weight* weights = feature_weights + shape_.tile_weights(first_tile);
    const Weight* bias = feature_weights + shape_.tile_bias(first_tile);
    const std::size_t next_tile = shape_.tile_weights(1);
    using Sum = typename Rows::Sum;
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        auto take = for_bucket(bucket);
        for (int pieces = 4 * bucket + 2; pieces < 4 * bucket + 6 && pieces <= kMaxPieces; ++pieces)
            for (int i = batch.begin(pieces); i < batch.begin(pieces + 1); ++i) {
                // Both sides in registers: independent sums keep the adders busy.
                Sum sums[kTiles][2];
                for (int t = 0; t < kTiles; ++t) sums[t][0] = sums[t][1] = Sum(bias + t * kTile);
                const std::uint16_t* features = batch.features(i);
                for (int n = 0; n < pieces; ++n) {
                    const Weight* own_row = weights + std::size_t{features[2 * n]} * kTile;
                    const Weight* their_row = weights + std::size_t{features[2 * n + 1]} * kTile;
                    for (std::size_t t = 0; t < kTiles; ++t) {
                        sums[t][0].add_row(own_row + t * next_tile);
                        sums[t][1].add_row(their_row + t * next_tile);
                    }
                }
                for (int t = 0; t < kTiles; ++t) {
                    Weight* seat = rows_of(activations_, first_tile + t) + i * 2 * kTile;
                    TileVectors own, theirs;
                    sums[t][0].store(seat);
                    sums[t][1].store(seat + kTile);
                    sums[t][0].clip(own);
                    sums[t][1].clip(theirs);
                    take(i, t, own, theirs);
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
    for_tiles([&]<int kTiles>(int first_tile) {
        sum_features<kTiles>(batch, feature_weights, first_tile, [&](int bucket) {
            const float* own_output = parameters.data() + shape_.output_weight(bucket, 0, first_tile * kTile);
            const float* their_output =
                parameters.data() + shape_.output_weight(bucket, 1, first_tile * kTile);
            return [=, this](int i, int t, const TileVectors& own, const TileVectors& theirs) {
                F32 output = F32::load(partial_.data() + i * kLanes);
                for (int v = 0; v < kVectors; ++v) {
                    const int at = t * kTile + v * kLanes;
                    output = fma(mul(own[v], own[v]), F32::load(own_output + at), output);
                    output = fma(mul(theirs[v], theirs[v]), F32::load(their_output + at), output);
                }
                output.store(partial_.data() + i * kLanes);
            };
        });
    });
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        const float bias = parameters[shape_.output_bias(bucket)];
        for (int i = batch.bucket_begin(bucket); i < batch.bucket_begin(bucket + 1); ++i)
            outputs[static_cast<std::size_t>(i)] =
                bias + reduce_add(F32::load(partial_.data() + i * kLanes)) / (Rows::kOne * Rows::kOne);
    }
}

template <class Rows>
void BasicNetworkPass<Rows>::multiply_pairs(int begin, int end) {
    for (int tile = 0; tile < shape_.tiles(); ++tile)
        for (int i = begin; i < end; ++i)
            for (int side = 0; side < 2; ++side) {
                TileVectors values;
                Rows::Sum::load_clipped(rows_of(activations_, tile) + (i * 2 + side) * kTile, values);
                float* to = deep_.products(i - begin) + side * shape_.hidden / 2 + tile * kTile / 2;
                for (int v = 0; v < kPairs; ++v)
                    mul(mul(values[v], values[v + kPairs]), F32::broadcast(1.0F / (Rows::kOne * Rows::kOne)))
                        .store(to + v * kLanes);
            }
}

template <class Rows>
void BasicNetworkPass<Rows>::forward_deep(const MicroBatch& batch, const Parameters& parameters,
                                          const Weight* feature_weights, std::span<float> outputs) {
    for_tiles([&]<int kTiles>(int first_tile) {
        sum_features<kTiles>(batch, feature_weights, first_tile,
                             [](int) { return [](int, int, const TileVectors&, const TileVectors&) {}; });
    });
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket)
        for_each_block(batch, bucket, [&](int begin, int end) {
            multiply_pairs(begin, end);
            deep_.forward(
                parameters, bucket, begin,
                outputs.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
        });
}

template <class Rows>
void BasicNetworkPass<Rows>::set_steps(int tile, const TileVectors& largest, TileVectors& per_one) {
    TileVectors& step = steps_[tile % kTilesAtOnce];
    set_all(step, 1.0F);
    set_all(per_one, 1.0F);
    if constexpr (Rows::kLargestSlope > 0.0F)
        for (int v = 0; v < kVectors; ++v) {
            // The least: all slopes may be zero.
            const F32 reach = max(largest[v], F32::broadcast(1e-30F));
            step[v] = mul(reach, F32::broadcast(1.0F / Rows::kLargestSlope));
            per_one[v] = div(F32::broadcast(Rows::kLargestSlope), reach);
        }
}

template <class Rows>
void BasicNetworkPass<Rows>::through_outputs(const MicroBatch& batch, const Parameters& parameters,
                                             std::span<const float> output_gradient, int tile,
                                             Parameters& gradient) {
    const auto weights_at = [&](int bucket, int side) {
        return shape_.output_weight(bucket, side, tile * kTile);
    };
    // No slope is larger than that of a neuron at one, with the largest weight.
    float largest_gradient = 0.0F;
    for (const float g : output_gradient.first(static_cast<std::size_t>(batch.size())))
        largest_gradient = std::max(largest_gradient, std::abs(g));
    TileVectors largest, per_one;  // steps
    set_all(largest, 0.0F);
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket)
        for (int side = 0; side < 2; ++side) {
            const float* weights = parameters.data() + weights_at(bucket, side);
            for (int v = 0; v < kVectors; ++v)
                largest[v] = max(largest[v], absolute(F32::load(weights + v * kLanes)));
        }
    for (F32& v : largest) v = mul(v, F32::broadcast(2.0F * largest_gradient));
    set_steps(tile, largest, per_one);
    const TileVectors& step = steps_[tile % kTilesAtOnce];

    const Weight* seats = rows_of(activations_, tile);
    Slope* slopes_of_tile = slopes_.data() + tile % kTilesAtOnce * kTile;
    TileVectors bias_gradient;  // in steps
    set_all(bias_gradient, 0.0F);
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        const int begin = batch.bucket_begin(bucket), end = batch.bucket_begin(bucket + 1);
        if (begin == end) continue;
        for (int side = 0; side < 2; ++side) {
            const std::size_t at = weights_at(bucket, side);
            TileVectors twice_weight, weight_gradient;
            load_tile(parameters.data() + at, twice_weight);
            for (int v = 0; v < kVectors; ++v)
                twice_weight[v] = mul(mul(twice_weight[v], F32::broadcast(2.0F / Rows::kOne)), per_one[v]);
            set_all(weight_gradient, 0.0F);
            for (int i = begin; i < end; ++i) {
                const F32 g = F32::broadcast(output_gradient[static_cast<std::size_t>(i)]);
                const int seat = i * 2 + side;
                TileVectors values, slopes;
                Rows::Sum::load_clipped(seats + seat * kTile, values);
                for (int v = 0; v < kVectors; ++v) {
                    const F32 weighted = mul(g, values[v]);
                    weight_gradient[v] = fma(weighted, values[v], weight_gradient[v]);
                    // Below zero the clipped value is the zero the gradient needs; above one it is not.
                    const F32 inside = mul(twice_weight[v], weighted);
                    slopes[v] = select(less(values[v], F32::broadcast(Rows::kOne)), inside, F32::zero());
                    bias_gradient[v] = add(bias_gradient[v], slopes[v]);
                }
                Rows::store_slopes(slopes, slopes_of_tile + seat * kSlopesOfSeat);
            }
            float* to = gradient.data() + at;
            for (int v = 0; v < kVectors; ++v)
                fma(weight_gradient[v], F32::broadcast(1.0F / (Rows::kOne * Rows::kOne)),
                    F32::load(to + v * kLanes))
                    .store(to + v * kLanes);
        }
    }
    float* to_bias = gradient.data() + shape_.tile_bias(tile);
    for (int v = 0; v < kVectors; ++v)
        fma(bias_gradient[v], step[v], F32::load(to_bias + v * kLanes)).store(to_bias + v * kLanes);
}

template <class Rows>
void BasicNetworkPass<Rows>::through_pairs(int begin, int end, Parameters& gradient) {
    for (int tile = 0; tile < shape_.tiles(); ++tile) {
        float* to_bias = gradient.data() + shape_.tile_bias(tile);
        float* to_largest = largest_slopes_.data() + tile * kTile;
        TileVectors bias_gradient, largest;
        load_tile(to_bias, bias_gradient);
        load_tile(to_largest, largest);
        for (int i = begin; i < end; ++i)
            for (int side = 0; side < 2; ++side) {
                const int seat = i * 2 + side;
                const float* from =
                    deep_.product_slopes(i - begin) + side * shape_.hidden / 2 + tile * kTile / 2;
                TileVectors values, slopes;
                Rows::Sum::load_clipped(rows_of(activations_, tile) + seat * kTile, values);
                // A factor's slope is the other factor, where it is not clipped itself.
                const auto slope = [&](int v, int other) {
                    const F32 product =
                        mul(mul(F32::load(from + v % kPairs * kLanes), F32::broadcast(1.0F / Rows::kOne)),
                            values[other]);
                    const F32 below =
                        select(less(values[v], F32::broadcast(Rows::kOne)), product, F32::zero());
                    return select(less(F32::zero(), values[v]), below, F32::zero());
                };
                for (int v = 0; v < kVectors; ++v) {
                    slopes[v] = slope(v, (v + kPairs) % kVectors);
                    bias_gradient[v] = add(bias_gradient[v], slopes[v]);
                    largest[v] = max(largest[v], absolute(slopes[v]));
                }
                Rows::hold(slopes, held_slopes(tile) + seat * Rows::kHeld);
            }
        store_tile(bias_gradient, to_bias);
        store_tile(largest, to_largest);
    }
}

template <class Rows>
void BasicNetworkPass<Rows>::through_steps(const MicroBatch& batch, int tile) {
    TileVectors largest, per_one;
    load_tile(largest_slopes_.data() + tile * kTile, largest);
    // Held slopes are rounded, by less than this.
    for (F32& v : largest) v = mul(v, F32::broadcast(1.004F));
    set_steps(tile, largest, per_one);
    Slope* to = slopes_.data() + tile % kTilesAtOnce * kTile;
    for (int seat = 0; seat < 2 * batch.size(); ++seat) {
        TileVectors slopes;
        Rows::take(held_slopes(tile) + seat * Rows::kHeld, slopes);
        for (int v = 0; v < kVectors; ++v) slopes[v] = mul(slopes[v], per_one[v]);
        Rows::store_slopes(slopes, to + seat * kSlopesOfSeat);
    }
}

template <class Rows>
void BasicNetworkPass<Rows>::through_layers(const MicroBatch& batch, const Parameters& parameters,
                                            std::span<const float> output_gradient, Parameters& gradient) {
    std::fill_n(largest_slopes_.data(), shape_.hidden, 0.0F);
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
template <int kTiles>
void BasicNetworkPass<Rows>::to_feature_weights(const MicroBatch& batch, int first_tile,
                                                Parameters& gradient) {
    for (int f = 0; f < shape_.inputs(); ++f) {
        const auto who = batch.seats(f);
        if (who.empty()) continue;
        float* to[kTiles];
        for (int t = 0; t < kTiles; ++t)
            to[t] = gradient.data() + shape_.tile_weights(first_tile + t) + f * kTile;
        Rows::template add_slopes<kTiles>(who, slopes_.data(), steps_, to);
    }
}

template <class Rows>
void BasicNetworkPass<Rows>::backward(const MicroBatch& batch, const Parameters& parameters,
                                      std::span<const float> output_gradient, Parameters& gradient) {
    if (shape_.is_deep()) {
        through_layers(batch, parameters, output_gradient, gradient);
        for_tiles([&]<int kTiles>(int first_tile) {
            for (int t = 0; t < kTiles; ++t) through_steps(batch, first_tile + t);
            to_feature_weights<kTiles>(batch, first_tile, gradient);
        });
        return;
    }
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        float sum = 0.0F;
        for (int i = batch.bucket_begin(bucket); i < batch.bucket_begin(bucket + 1); ++i)
            sum += output_gradient[static_cast<std::size_t>(i)];
        gradient[shape_.output_bias(bucket)] += sum;
    }
    for_tiles([&]<int kTiles>(int first_tile) {
        for (int t = 0; t < kTiles; ++t)
            through_outputs(batch, parameters, output_gradient, first_tile + t, gradient);
        to_feature_weights<kTiles>(batch, first_tile, gradient);
    });
}

template <class Rows>
void BasicNetworkPass<Rows>::count_activity(int positions, std::span<std::uint64_t> active,
                                            std::span<std::uint64_t> saturated) const {
    for (int tile = 0; tile < shape_.tiles(); ++tile)
        for (int seat = 0; seat < 2 * positions; ++seat) {
            TileVectors vectors;
            Rows::Sum::load_clipped(rows_of(activations_, tile) + seat * kTile, vectors);
            alignas(simd::kAlignment) float values[kTile];
            store_tile(vectors, values);
            for (int i = 0; i < kTile; ++i) {
                const auto neuron = static_cast<std::size_t>(tile * kTile + i);
                active[neuron] += values[i] > 0.0F;
                saturated[neuron] += values[i] >= Rows::kOne;
            }
        }
}

template class BasicNetworkPass<FloatRows>;
template class BasicNetworkPass<ShortRows>;

}  // namespace stillpoint::train
