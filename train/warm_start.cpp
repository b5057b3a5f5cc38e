#include "train/warm_start.h"

#include <algorithm>
#include <iterator>

#include "train/quantise.h"

namespace stillpoint::train {

namespace {

template <class Array>
std::vector<std::int16_t> flat(const Array& array) {
    const auto* first = reinterpret_cast<const std::int16_t*>(&array);
    return {first, first + sizeof array / sizeof *first};
}

QuantisedNet quantised(const nnue::Weights& w) {
    QuantisedNet net;
    net.hidden = nnue::kHidden;
    net.features = flat(w.features);
    net.feature_bias = flat(w.feature_bias);
    net.output = flat(w.output);
    std::copy(std::begin(w.output_bias), std::end(w.output_bias), net.output_bias.begin());
    return net;
}

}  // namespace

Result<nnue::NetworkPointer> load_start(const std::string& path, int hidden) {
    auto network = nnue::load_network_file(path);
    if (network && hidden != nnue::kHidden)
        return Error{"'" + path + "' has " + std::to_string(nnue::kHidden) + " hidden neurons, --hidden is " +
                     std::to_string(hidden)};
    return network;
}

void start_from(const nnue::Network& network, TrainingState& state) {
    state.parameters = in_floats(quantised(network.weights));
    for (std::size_t input = 0; input < state.seen.size(); ++input) {
        const auto& row = network.weights.features[input];
        state.seen[input] = std::any_of(std::begin(row), std::end(row), [](int w) { return w != 0; });
    }
}

}  // namespace stillpoint::train
