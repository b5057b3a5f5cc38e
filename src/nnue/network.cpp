#include "nnue/network.h"

#include <type_traits>

#include "nnue/network_file.h"
#include "util/rng.h"

namespace stillpoint::nnue {

namespace {

class Noise {
public:
    explicit Noise(std::uint64_t seed) : rng_(seed) {}

    // Numbers from -limit to limit, in an array of any dimensions.
    template <class Array>
    void fill(Array& array, int limit) {
        if constexpr (std::is_array_v<Array>)
            for (auto& part : array) fill(part, limit);
        else
            array = static_cast<Array>(
                static_cast<int>(rng_.below(static_cast<std::uint32_t>(2 * limit + 1))) - limit);
    }

    template <int kNeurons>
    void fill(DirectHead<kNeurons>& head) {
        fill(head.output, kQb / 4);
        fill(head.output_bias, kQa * kQb / 4);
    }
    template <int kNeurons, int kSecond, int kThird>
    void fill(DeepHead<kNeurons, kSecond, kThird>& head) {
        fill(head.second, kQb / 4);
        fill(head.second_bias, deep::kSecondSum);
        fill(head.third, deep::kQc);
        fill(head.third_bias, deep::kThirdSum);
        fill(head.output, deep::kQc);
        fill(head.output_bias, deep::kOutput / 4);
    }

private:
    Rng rng_;
};

}  // namespace

std::unique_ptr<Network> random_network(std::uint64_t seed) {
    auto network = std::make_unique<Network>();
    Weights& weights = network->weights;
    Noise noise(seed);
    // Two dozen of these give sums below zero, above kQa and in between.
    noise.fill(weights.features, kQa / 3);
    noise.fill(weights.feature_bias, kQa / 2);
    noise.fill(weights.head);

    network->name = "random " + std::to_string(seed % 1'000'000);
    network->checksum = checksum_of(weights);
    return network;
}

}  // namespace stillpoint::nnue
