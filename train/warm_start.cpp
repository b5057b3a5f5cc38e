#include "train/warm_start.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "nnue/network_file.h"
#include "train/files.h"
#include "train/model.h"

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

// A neuron that is squared can be two that are multiplied, so a network with an output right behind its
// neurons can begin one with layers and twice as many.
bool begins_layers(const nnue::Shape& from, const nnue::Shape& to) {
    return !from.is_deep() && to.is_deep() && to.hidden == 2 * from.hidden;
}

// Further neurons learn beside those that are there.
bool widens(const nnue::Shape& from, const nnue::Shape& to) {
    return !from.is_deep() && !to.is_deep() && to.hidden > from.hidden;
}

// `p` has random weights of the shape. What the new neurons say counts for nothing at first.
void widen(const QuantisedNet& net, const ModelShape& shape, Parameters& p) {
    const ModelShape& old_shape = net.shape;
    const Parameters old = in_floats(net);
    for (int n = 0; n < old_shape.hidden; ++n) {
        for (int input = 0; input < shape.inputs(); ++input)
            p[shape.feature_weight(input, n)] = old[old_shape.feature_weight(input, n)];
        p[shape.feature_bias(n)] = old[old_shape.feature_bias(n)];
    }
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket) {
        for (int side = 0; side < 2; ++side)
            for (int n = 0; n < shape.hidden; ++n)
                p[shape.output_weight(bucket, side, n)] =
                    n < old_shape.hidden ? old[old_shape.output_weight(bucket, side, n)] : 0.0F;
        p[shape.output_bias(bucket)] = old[old_shape.output_bias(bucket)];
    }
}

// How far apart the two neurons of a pair begin, as a share of random weights. What one has more the other
// has less, so that their product hardly changes.
constexpr float kApart = 0.3F;
// Some neurons of the second layer begin with what the old output says, in both directions and at several
// scales, from a pawn's worth to a queen's; the others stay random.
constexpr auto kGains = std::to_array<float>({.125F, -.125F, .25F, -.25F, .5F, -.5F, 1.F, -1.F});
constexpr float kMiddle = 0.5F;

// `p` has random weights of the shape.
void begin_layers(const QuantisedNet& net, const ModelShape& shape, Parameters& p) {
    const ModelShape& old_shape = net.shape;
    const Parameters old = in_floats(net);
    for (int n = 0; n < old_shape.hidden; ++n) {
        const int partner = n + old_shape.hidden;
        for (int input = 0; input < shape.inputs(); ++input) {
            const float weight = old[old_shape.feature_weight(input, n)];
            const float apart = weight == 0.0F ? 0.0F : kApart * p[shape.feature_weight(input, n)];
            p[shape.feature_weight(input, n)] = weight + apart;
            p[shape.feature_weight(input, partner)] = weight - apart;
        }
        p[shape.feature_bias(n)] = p[shape.feature_bias(partner)] = old[old_shape.feature_bias(n)];
    }
    const int informed = std::min(static_cast<int>(kGains.size()), shape.second());
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket)
        for (int k = 0; k < informed; ++k) {
            const float gain = kGains[static_cast<std::size_t>(k)];
            for (int side = 0; side < 2; ++side)
                for (int n = 0; n < old_shape.hidden; ++n)
                    p[shape.second_weight(bucket, side * old_shape.hidden + n, k)] =
                        gain * old[old_shape.output_weight(bucket, side, n)];
            p[shape.second_bias(bucket, k)] = kMiddle + gain * old[old_shape.output_bias(bucket)];
        }
}

}  // namespace

Result<StartingPoint> load_start(const std::string& path, const ModelShape& shape) {
    const auto bytes = read_file(path);
    if (!bytes) return Error{bytes.error()};
    const auto file = nnue::read_network(std::as_bytes(std::span(*bytes)), path);
    if (!file) return Error{file.error()};
    const bool for_layers = begins_layers(file->shape, shape);
    if (file->shape.hidden != shape.hidden && !for_layers && !widens(file->shape, shape))
        return Error{"'" + path + "' has " + std::to_string(file->shape.hidden) +
                     " hidden neurons, --hidden is " + std::to_string(shape.hidden)};
    if (file->shape.king_buckets != shape.king_buckets && file->shape.king_buckets != 1)
        return Error{"'" + path + "' has " + std::to_string(file->shape.king_buckets) +
                     " king buckets, --king-buckets is " + std::to_string(shape.king_buckets)};
    if (file->shape.layers != shape.layers && !for_layers)
        return Error{"'" + path + "' has " + text_of(file->shape.layers) +
                     " behind the first, --layers asks for " + text_of(shape.layers)};
    StartingPoint start{.net = quantised(*file), .name = file->name, .checksum = file->checksum};
    if (file->shape.king_buckets != shape.king_buckets) repeat_features(start.net, shape.king_buckets);
    return start;
}

void start_from(const QuantisedNet& net, const ModelShape& shape, TrainingState& state) {
    if (begins_layers(net.shape, shape))
        begin_layers(net, shape, state.parameters);
    else if (widens(net.shape, shape))
        widen(net, shape, state.parameters);
    else
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
