#include "train/model.h"

#include <cmath>
#include <numbers>

#include "util/rng.h"

namespace stillpoint::train {

namespace {

constexpr double kFeatureDeviation = 0.03;
constexpr float kFeatureBias = 0.1F;
// Products of two small numbers would be next to nothing.
constexpr float kPairedFeatureBias = 0.4F;
// Half of the neurons behind the first layer are within their clipping whatever comes in.
constexpr float kDeepBias = 0.3F;

// Box-Muller; the unit number is kept off zero, whose logarithm is infinite.
double normal(Rng& rng) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - rng.unit()));
    return radius * std::cos(2.0 * std::numbers::pi * rng.unit());
}

// The same number in all output buckets.
template <class Where>
void set_in_all(Parameters& p, float value, Where where) {
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) p[where(bucket)] = value;
}

double uniform(Rng& rng, double bound) { return bound * (2.0 * rng.unit() - 1.0); }

void fill_output(const ModelShape& shape, Rng& rng, Parameters& p) {
    const double bound = 1.0 / std::sqrt(2.0 * shape.hidden);
    for (int side = 0; side < 2; ++side)
        for (int neuron = 0; neuron < shape.hidden; ++neuron)
            set_in_all(p, static_cast<float>(uniform(rng, bound)),
                       [&](int bucket) { return shape.output_weight(bucket, side, neuron); });
}

void fill_layers(const ModelShape& shape, Rng& rng, Parameters& p) {
    const double to_second = std::sqrt(3.0 / shape.hidden), to_third = std::sqrt(3.0 / shape.second()),
                 to_output = 2.0 / std::sqrt(shape.third());
    for (int neuron = 0; neuron < shape.second(); ++neuron) {
        for (int product = 0; product < shape.hidden; ++product)
            set_in_all(p, static_cast<float>(uniform(rng, to_second)),
                       [&](int bucket) { return shape.second_weight(bucket, product, neuron); });
        set_in_all(p, kDeepBias, [&](int bucket) { return shape.second_bias(bucket, neuron); });
    }
    for (int neuron = 0; neuron < shape.third(); ++neuron) {
        for (int from = 0; from < shape.second(); ++from)
            set_in_all(p, static_cast<float>(uniform(rng, to_third)),
                       [&](int bucket) { return shape.third_weight(bucket, from, neuron); });
        set_in_all(p, kDeepBias, [&](int bucket) { return shape.third_bias(bucket, neuron); });
        set_in_all(p, static_cast<float>(uniform(rng, to_output)),
                   [&](int bucket) { return shape.last_weight(bucket, neuron); });
    }
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
    for (int neuron = 0; neuron < shape.hidden; ++neuron)
        p[shape.feature_bias(neuron)] = shape.is_deep() ? kPairedFeatureBias : kFeatureBias;
    if (shape.is_deep())
        fill_layers(shape, rng, p);
    else
        fill_output(shape, rng, p);
    return p;
}

}  // namespace stillpoint::train
