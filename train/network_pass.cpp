#include "train/network_pass.h"

#include <algorithm>

namespace stillpoint::train {

namespace {

using simd::native::F32;
using namespace simd::native;  // NOLINT: the arithmetic of F32

constexpr int kLanes = F32::kLanes;
constexpr int kVectors = kTile / kLanes;

// The neurons of a tile for both sides in registers: eight independent sums keep the adders busy.
struct TilePair {
    F32 own[kVectors];
    F32 theirs[kVectors];
};

F32 clipped(F32 a) { return min(max(a, F32::zero()), F32::broadcast(1.0F)); }

}  // namespace

NetworkPass::NetworkPass(const ModelShape& shape)
    : shape_(shape),
      activations_(static_cast<std::size_t>(shape.tiles()) * kMicroBatch * 2 * kTile),
      partial_(static_cast<std::size_t>(kMicroBatch) * kLanes) {}

void NetworkPass::forward(const MicroBatch& batch, const Parameters& parameters, std::span<float> outputs) {
    std::fill_n(partial_.data(), batch.size() * kLanes, 0.0F);
    for (int tile = 0; tile < shape_.tiles(); ++tile) {
        const float* weights = parameters.data() + shape_.feature_weight(0, tile * kTile);
        const float* bias = parameters.data() + shape_.feature_bias(tile * kTile);
        float* out = activations(tile);
        for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
            const float* own_output = parameters.data() + shape_.output_weight(bucket, 0, tile * kTile);
            const float* their_output = parameters.data() + shape_.output_weight(bucket, 1, tile * kTile);
            for (int pieces = 4 * bucket + 2; pieces < 4 * bucket + 6 && pieces <= kMaxPieces; ++pieces)
                for (int i = batch.begin(pieces); i < batch.begin(pieces + 1); ++i) {
                    TilePair sum;
                    for (int v = 0; v < kVectors; ++v)
                        sum.own[v] = sum.theirs[v] = F32::load(bias + v * kLanes);
                    const std::uint16_t* features = batch.features(i);
                    for (int n = 0; n < pieces; ++n) {
                        const float* own = weights + features[2 * n] * kTile;
                        const float* theirs = weights + features[2 * n + 1] * kTile;
                        for (int v = 0; v < kVectors; ++v) {
                            sum.own[v] = add(sum.own[v], F32::load(own + v * kLanes));
                            sum.theirs[v] = add(sum.theirs[v], F32::load(theirs + v * kLanes));
                        }
                    }
                    float* seat = out + i * 2 * kTile;
                    F32 output = F32::load(partial_.data() + i * kLanes);
                    for (int v = 0; v < kVectors; ++v) {
                        sum.own[v].store(seat + v * kLanes);
                        sum.theirs[v].store(seat + kTile + v * kLanes);
                        const F32 own = clipped(sum.own[v]), theirs = clipped(sum.theirs[v]);
                        output = fma(mul(own, own), F32::load(own_output + v * kLanes), output);
                        output = fma(mul(theirs, theirs), F32::load(their_output + v * kLanes), output);
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

void NetworkPass::backward(const MicroBatch& batch, const Parameters& parameters,
                           std::span<const float> output_gradient, Parameters& gradient) {
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        float sum = 0.0F;
        for (int i = batch.bucket_begin(bucket); i < batch.bucket_begin(bucket + 1); ++i)
            sum += output_gradient[static_cast<std::size_t>(i)];
        gradient[shape_.output_bias(bucket)] += sum;
    }

    for (int tile = 0; tile < shape_.tiles(); ++tile) {
        float* seats = activations(tile);

        // Through the activation: the neurons' gradients take the place of their values.
        F32 bias_gradient[kVectors];
        for (F32& b : bias_gradient) b = F32::zero();
        for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
            const int begin = batch.bucket_begin(bucket), end = batch.bucket_begin(bucket + 1);
            if (begin == end) continue;
            for (int side = 0; side < 2; ++side) {
                const std::size_t at = shape_.output_weight(bucket, side, tile * kTile);
                F32 weight[kVectors], weight_gradient[kVectors];
                for (int v = 0; v < kVectors; ++v) {
                    weight[v] = F32::load(parameters.data() + at + static_cast<std::size_t>(v * kLanes));
                    weight_gradient[v] = F32::zero();
                }
                for (int i = begin; i < end; ++i) {
                    const F32 g = F32::broadcast(output_gradient[static_cast<std::size_t>(i)]);
                    const F32 twice = add(g, g);
                    float* seat = seats + (i * 2 + side) * kTile;
                    for (int v = 0; v < kVectors; ++v) {
                        const F32 value = F32::load(seat + v * kLanes);
                        const F32 c = clipped(value);
                        weight_gradient[v] = fma(g, mul(c, c), weight_gradient[v]);
                        // Below zero the clipped value is the zero the gradient needs; above one it is
                        // not.
                        const F32 inside = mul(mul(twice, weight[v]), c);
                        const F32 d = select(less(value, F32::broadcast(1.0F)), inside, F32::zero());
                        bias_gradient[v] = add(bias_gradient[v], d);
                        d.store(seat + v * kLanes);
                    }
                }
                for (int v = 0; v < kVectors; ++v) {
                    float* to = gradient.data() + at + static_cast<std::size_t>(v * kLanes);
                    add(F32::load(to), weight_gradient[v]).store(to);
                }
            }
        }
        float* to_bias = gradient.data() + shape_.feature_bias(tile * kTile);
        for (int v = 0; v < kVectors; ++v)
            add(F32::load(to_bias + v * kLanes), bias_gradient[v]).store(to_bias + v * kLanes);

        // To the weights: each feature gathers from all seats that have it, and is written once.
        float* to_weights = gradient.data() + shape_.feature_weight(0, tile * kTile);
        for (int f = 0; f < nnue::kInputs; ++f) {
            const auto who = batch.seats(f);
            if (who.empty()) continue;
            F32 even[kVectors], odd[kVectors];
            float* to = to_weights + f * kTile;
            for (int v = 0; v < kVectors; ++v) {
                even[v] = F32::load(to + v * kLanes);
                odd[v] = F32::zero();
            }
            std::size_t n = 0;
            for (; n + 1 < who.size(); n += 2) {
                const float* a = seats + who[n] * kTile;
                const float* b = seats + who[n + 1] * kTile;
                for (int v = 0; v < kVectors; ++v) {
                    even[v] = add(even[v], F32::load(a + v * kLanes));
                    odd[v] = add(odd[v], F32::load(b + v * kLanes));
                }
            }
            if (n < who.size())
                for (int v = 0; v < kVectors; ++v)
                    even[v] = add(even[v], F32::load(seats + who[n] * kTile + v * kLanes));
            for (int v = 0; v < kVectors; ++v) add(even[v], odd[v]).store(to + v * kLanes);
        }
    }
}

void NetworkPass::count_activity(int positions, std::span<std::uint64_t> active,
                                 std::span<std::uint64_t> saturated) const {
    for (int tile = 0; tile < shape_.tiles(); ++tile) {
        const float* seats = activations_.data() + static_cast<std::size_t>(tile) * kMicroBatch * 2 * kTile;
        for (int seat = 0; seat < 2 * positions; ++seat)
            for (int i = 0; i < kTile; ++i) {
                const auto neuron = static_cast<std::size_t>(tile * kTile + i);
                const float value = seats[seat * kTile + i];
                active[neuron] += value > 0.0F;
                saturated[neuron] += value >= 1.0F;
            }
    }
}

}  // namespace stillpoint::train
