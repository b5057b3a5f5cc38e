#include "train/model.h"

#include <cmath>
#include <numbers>

#include "util/rng.h"

namespace stillpoint::train {

namespace {

constexpr double kFeatureDeviation = 0.03;
constexpr float kFeatureBias = 0.1F;

// Box-Muller; the unit number is kept off zero, whose logarithm is infinite.
double normal(Rng& rng) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - rng.unit()));
    return radius * std::cos(2.0 * std::numbers::pi * rng.unit());
}

}  // namespace

Parameters initial_parameters(const ModelShape& shape, std::uint64_t seed) {
    Rng rng(seed);
    Parameters p(shape.size());
    for (int input = 0; input < nnue::kBoardInputs; ++input)
        for (int neuron = 0; neuron < shape.hidden; ++neuron) {
            const auto weight = static_cast<float>(kFeatureDeviation * normal(rng));
            for (int bucket = 0; bucket < shape.king_buckets; ++bucket)
                p[shape.feature_weight(bucket * nnue::kBoardInputs + input, neuron)] = weight;
        }
    for (int neuron = 0; neuron < shape.hidden; ++neuron) p[shape.feature_bias(neuron)] = kFeatureBias;
    const double bound = 1.0 / std::sqrt(2.0 * shape.hidden);
    for (int side = 0; side < 2; ++side)
        for (int neuron = 0; neuron < shape.hidden; ++neuron) {
            const auto weight = static_cast<float>(bound * (2.0 * rng.unit() - 1.0));
            for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket)
                p[shape.output_weight(bucket, side, neuron)] = weight;
        }
    return p;
}

}  // namespace stillpoint::train
