#include "nnue/network.h"

#include "nnue/network_file.h"
#include "util/rng.h"

namespace stillpoint::nnue {

std::unique_ptr<Network> random_network(std::uint64_t seed) {
    auto network = std::make_unique<Network>();
    Weights& weights = network->weights;
    Rng rng(seed);
    const auto around_zero = [&](int limit) {
        return static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * limit + 1))) - limit;
    };
    const auto fill = [&](std::int16_t* row, int limit) {
        for (int i = 0; i < kHidden; ++i) row[i] = static_cast<std::int16_t>(around_zero(limit));
    };

    // Two dozen of these give sums below zero, above kQa and in between.
    for (auto& row : weights.features) fill(row, kQa / 3);
    fill(weights.feature_bias, kQa / 2);
    for (auto& bucket : weights.output)
        for (auto& row : bucket) fill(row, kQb / 4);
    for (auto& bias : weights.output_bias) bias = around_zero(kQa * kQb / 4);

    network->name = "random " + std::to_string(seed % 1'000'000);
    network->checksum = checksum_of(weights);
    return network;
}

}  // namespace stillpoint::nnue
