#pragma once

#include <cstdint>
#include <span>

#include "train/aligned.h"
#include "train/deep_head.h"
#include "train/micro_batch.h"
#include "train/model.h"
#include "util/simd/simd.h"

namespace stillpoint::train {

// A tile's neurons in vectors.
using TileVectors = simd::native::F32[kTile / simd::native::F32::kLanes];

// How rows of a tile's neurons lie in memory: those of the feature weights, and those of activations or their
// gradients. Almost all of a pass is adding up rows, so their size decides its speed.

// All as floats: exact. For validation and export.
struct FloatRows {
    using Weight = float;
    using Word = float;
    static constexpr int kWords = kTile;
    struct Sum {
        Sum();
        void add_row(const Weight* row);
        void finish(const float* bias, TileVectors& to) const;
        TileVectors vectors;
    };
    static void load(const Word* row, TileVectors& to);
    static void add_to(TileVectors& sum, const Word* row);
    static void store(const TileVectors& from, Word* row);
};
// Weights in steps of 1/2048, sums of them within 16, which is far above where neurons are clipped; the
// others as floats of 16 bits, eight of them significant. For training: half the size. Parameters and their
// gradients stay floats, so the rounding of single rows averages out.
struct ShortRows {
    using Weight = std::int16_t;
    using Word = std::uint32_t;
    static constexpr int kWords = kTile / 2;
    static constexpr float kOne = 2048.0F;
    struct Sum {
        Sum();
        void add_row(const Weight* row);
        void finish(const float* bias, TileVectors& to) const;
        simd::native::I16 vectors[kTile / simd::native::I16::kLanes];
    };
    static void load(const Word* row, TileVectors& to);
    static void add_to(TileVectors& sum, const Word* row);
    static void store(const TileVectors& from, Word* row);
};

// The feature weights as ShortRows has them, [tile][input][kTile] like the parameters. Has to follow each
// change of them.
class ShortWeights {
public:
    explicit ShortWeights(const ModelShape& shape) : values_(shape.tile_bias(0)) {}
    // Copies the part [begin, end).
    void copy(const Parameters& parameters, std::size_t begin, std::size_t end);
    std::size_t size() const { return values_.size(); }
    const ShortRows::Weight* data() const { return values_.data(); }

private:
    AlignedArray<ShortRows::Weight> values_;
};

// Runs micro-batches through the network and back. One object per thread: it owns the activations.
template <class Rows>
class BasicNetworkPass {
public:
    using Weight = typename Rows::Weight;
    using Word = typename Rows::Word;

    explicit BasicNetworkPass(const ModelShape& shape);

    // Writes each position's output to outputs[i], in the batch's order. The output is in units of kScale
    // centipawns and is the argument of the sigmoid. `feature_weights` are the parameters' own.
    void forward(const MicroBatch& batch, const Parameters& parameters, const Weight* feature_weights,
                 std::span<float> outputs);

    // Adds the slope of the loss with each parameter to `gradient`, given its slope with each output. Must
    // follow `forward` of the same batch; the activations are used up.
    void backward(const MicroBatch& batch, const Parameters& parameters,
                  std::span<const float> output_gradient, Parameters& gradient);

    // After `forward` of a network with layers behind the first: the sums of a position's second layer.
    std::span<const float> second_sums(int position) const { return deep_.second_sums(position); }

    // After `forward`: adds to active[neuron] how often it was above zero and to saturated[neuron] how often
    // it reached one, counting both sides.
    void count_activity(int positions, std::span<std::uint64_t> active,
                        std::span<std::uint64_t> saturated) const;

private:
    Word* activations(int tile) {
        return activations_.data() + static_cast<std::size_t>(tile) * kMicroBatch * 2 * Rows::kWords;
    }
    const Word* activations(int tile) const {
        return activations_.data() + static_cast<std::size_t>(tile) * kMicroBatch * 2 * Rows::kWords;
    }
    // The sums of all neurons. for_bucket(tile, bucket) gives a function that is handed each position with
    // its two sums.
    template <class ForBucket>
    void sum_features(const MicroBatch& batch, const Parameters& parameters, const Weight* feature_weights,
                      ForBucket for_bucket);
    void forward_directly(const MicroBatch& batch, const Parameters& parameters,
                          const Weight* feature_weights, std::span<float> outputs);
    void forward_deep(const MicroBatch& batch, const Parameters& parameters, const Weight* feature_weights,
                      std::span<float> outputs);
    // The products of the block's positions, for the layers behind the first.
    void multiply_pairs(int begin, int end);

    // These replace the neurons' values by their slopes, and add the slopes of all but the feature weights.
    void through_outputs(const MicroBatch& batch, const Parameters& parameters,
                         std::span<const float> output_gradient, int tile, Parameters& gradient);
    void through_layers(const MicroBatch& batch, const Parameters& parameters,
                        std::span<const float> output_gradient, Parameters& gradient);
    void through_pairs(int begin, int end, Parameters& gradient);

    void to_feature_weights(const MicroBatch& batch, int tile, Parameters& gradient);

    ModelShape shape_;
    AlignedArray<Word> activations_;  // [tile][position][side] rows: before clipping; backwards, slopes
    AlignedArray<float> partial_;     // [position][lane]: the output while its tiles are summed
    DeepHead deep_;
};

class NetworkPass : public BasicNetworkPass<FloatRows> {
public:
    using BasicNetworkPass::BasicNetworkPass;
    // With the parameters' feature weights, which come first.
    void forward(const MicroBatch& batch, const Parameters& parameters, std::span<float> outputs) {
        BasicNetworkPass::forward(batch, parameters, parameters.data(), outputs);
    }
};
using TrainingPass = BasicNetworkPass<ShortRows>;

}  // namespace stillpoint::train
