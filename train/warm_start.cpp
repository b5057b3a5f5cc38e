#include "train/warm_start.h"

#include <algorithm>
#include <cstring>

#include "nnue/network_file.h"
#include "train/files.h"

namespace stillpoint::train {

namespace {

template <class Array>
void take(std::span<const std::byte>& bytes, Array& to) {
    const std::size_t size = to.size() * sizeof(to[0]);
    std::memcpy(to.data(), bytes.data(), size);
    bytes = bytes.subspan(size);
}

// The file's weights in the order of the file; its length was checked.
QuantisedNet quantised(const nnue::NetworkFile& file) {
    QuantisedNet net(ModelShape{file.shape});
    auto rest = file.weights;
    QuantisedNet::for_each_array(net, [&](auto& values) { take(rest, values); });
    return net;
}

std::string text_of(const nnue::Layers& layers) {
    if (layers == nnue::Layers{}) return "no layers";
    return "layers of " + std::to_string(layers[0]) + " and " + std::to_string(layers[1]) + " neurons";
}

// The same network with its one king bucket's weights in each bucket.
void repeat_features(QuantisedNet& net, int king_buckets) {
    const std::vector<std::int16_t> one = net.features;
    for (int bucket = 1; bucket < king_buckets; ++bucket)
        net.features.insert(net.features.end(), one.begin(), one.end());
    net.shape.king_buckets = king_buckets;
}

}  // namespace

Result<StartingPoint> load_start(const std::string& path, const ModelShape& shape) {
    const auto bytes = read_file(path);
    if (!bytes) return Error{bytes.error()};
    const auto file = nnue::read_network(std::as_bytes(std::span(*bytes)), path);
    if (!file) return Error{file.error()};
    if (file->shape.hidden != shape.hidden)
        return Error{"'" + path + "' has " + std::to_string(file->shape.hidden) +
                     " hidden neurons, --hidden is " + std::to_string(shape.hidden)};
    if (file->shape.king_buckets != shape.king_buckets && file->shape.king_buckets != 1)
        return Error{"'" + path + "' has " + std::to_string(file->shape.king_buckets) +
                     " king buckets, --king-buckets is " + std::to_string(shape.king_buckets)};
    if (file->shape.layers != shape.layers)
        return Error{"'" + path + "' has " + text_of(file->shape.layers) +
                     " behind the first, --layers asks for " + text_of(shape.layers)};
    StartingPoint start{.net = quantised(*file), .name = file->name, .checksum = file->checksum};
    if (file->shape.king_buckets != shape.king_buckets) repeat_features(start.net, shape.king_buckets);
    return start;
}

void start_from(const QuantisedNet& net, TrainingState& state) {
    state.parameters = in_floats(net);
    const auto hidden = static_cast<std::ptrdiff_t>(net.shape.hidden);
    state.seen.fill(0);
    for (std::size_t input = 0; input < static_cast<std::size_t>(net.shape.inputs()); ++input) {
        const auto row = net.features.begin() + static_cast<std::ptrdiff_t>(input) * hidden;
        if (std::any_of(row, row + hidden, [](int w) { return w != 0; }))
            state.seen[input % state.seen.size()] = 1;
    }
}

}  // namespace stillpoint::train
