#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "nnue/architecture.h"
#include "train/aligned.h"

namespace stillpoint::train {

// Hidden neurons are worked on in tiles of this many: the weights of one tile for all inputs of a king bucket
// (96 KiB) stay in the second-level cache. Narrower and wider tiles were slower.
inline constexpr int kTile = 32;

// Where each parameter lies in the flat array that values, gradients and the optimiser's moments share.
//   feature weights [tile][input][kTile] | feature bias [tile][kTile], then
//   output weights [bucket][side][H] | output bias [bucket], or with layers behind the first
//   second weights [bucket][product][second] | bias [bucket][second] | third weights [bucket][second][third]
//   | bias [bucket][third] | output weights [bucket][third] | output bias [bucket]
struct ModelShape : nnue::Shape {  // `hidden` is a multiple of kTile
    int tiles() const { return hidden / kTile; }
    int second() const { return layers[0]; }
    int third() const { return layers[1]; }
    const nnue::KingMap& king_map() const { return nnue::king_map(king_buckets); }

    // A tile's weights of all inputs, and its biases.
    std::size_t tile_weights(int tile) const { return at(tile * inputs() * kTile); }
    std::size_t tile_bias(int tile) const { return at(hidden * inputs() + tile * kTile); }
    std::size_t feature_weight(int input, int neuron) const {
        const int place = place_of(neuron);
        return tile_weights(place / kTile) + at(input * kTile + place % kTile);
    }
    std::size_t feature_bias(int neuron) const { return tile_bias(0) + at(place_of(neuron)); }

    // Without layers behind the first.
    std::size_t output_weight(int bucket, int side, int neuron) const {
        return tile_bias(tiles()) + at((bucket * 2 + side) * hidden + neuron);
    }
    // With them.
    std::size_t second_weight(int bucket, int product, int neuron) const {
        return tile_bias(tiles()) + at((bucket * hidden + product) * second() + neuron);
    }
    std::size_t second_bias(int bucket, int neuron) const {
        return second_weight(nnue::kOutputBuckets, 0, 0) + at(bucket * second() + neuron);
    }
    std::size_t third_weight(int bucket, int from, int neuron) const {
        return second_bias(nnue::kOutputBuckets, 0) + at((bucket * second() + from) * third() + neuron);
    }
    std::size_t third_bias(int bucket, int neuron) const {
        return third_weight(nnue::kOutputBuckets, 0, 0) + at(bucket * third() + neuron);
    }
    std::size_t last_weight(int bucket, int from) const {
        return third_bias(nnue::kOutputBuckets, 0) + at(bucket * third() + from);
    }

    std::size_t output_bias(int bucket) const {
        const std::size_t first =
            is_deep() ? last_weight(nnue::kOutputBuckets, 0) : output_weight(nnue::kOutputBuckets, 0, 0);
        return first + at(bucket);
    }
    // Padded to whole vectors of any width.
    std::size_t size() const { return (output_bias(nnue::kOutputBuckets) + 15) / 16 * 16; }
    friend bool operator==(const ModelShape&, const ModelShape&) = default;

private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    // Neurons that are multiplied with each other are in one tile, half a tile apart.
    int place_of(int neuron) const {
        if (!is_deep()) return neuron;
        constexpr int kHalf = kTile / 2;
        const int pair = neuron % (hidden / 2);
        return pair / kHalf * kTile + neuron / (hidden / 2) * kHalf + pair % kHalf;
    }
};

using Parameters = AlignedArray<float>;

// Small random weights, the same for every output bucket: if buckets disagree at the start about the sign of
// a neuron, it is pulled both ways. On 0.7 million positions and 64 neurons this and weights three times
// smaller (deviation 0.03, not 0.1) took the validation loss from .0320 to .0300. King buckets begin alike
// too.
Parameters initial_parameters(const ModelShape& shape, std::uint64_t seed);

}  // namespace stillpoint::train
