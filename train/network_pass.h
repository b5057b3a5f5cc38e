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

// Tiles are worked on in pairs, so that one walk over features or seats serves both.
inline constexpr int kTilesAtOnce = 2;
inline constexpr int kSlopesOfSeat = kTilesAtOnce * kTile;

// How rows of a tile's neurons lie in memory: those of the feature weights and of their sums, and those of
// the slopes. Almost all of a pass is adding up rows, so their size decides its speed.

// All as floats: exact. For validation and export.
struct FloatRows {
    using Weight = float;
    static constexpr float kOne = 1.0F;
    class Sum {
    public:
        Sum() = default;
        explicit Sum(const Weight* bias);
        void add_row(const Weight* row);
        void store(Weight* row) const;
        // Within 0 and kOne.
        void clip(TileVectors& to) const;
        static void load_clipped(const Weight* row, TileVectors& to) { Sum(row).clip(to); }

    private:
        TileVectors vectors_;
    };

    using Slope = float;
    static constexpr float kLargestSlope = 0.0F;  // any will do
    static void store_slopes(const TileVectors& from, Slope* row);
    // Adds the slopes of all these seats in each tile.
    template <int kTiles>
    static void add_slopes(std::span<const MicroBatch::Seat> seats, const Slope* rows,
                           const TileVectors* steps, float* const* to);

    // Slopes until it is known how large they get.
    using Held = float;
    static constexpr int kHeld = kTile;
    static void hold(const TileVectors& from, Held* row);
    static void take(const Held* row, TileVectors& to);
};
// In 16 bits, for training: half the size, and whole numbers are added as they are. Weights and their sums in
// steps of 1/2048; sums are kept within 16, which is far above where neurons are clipped. Parameters and
// their gradients stay floats, so the rounding of single rows averages out.
struct ShortRows {
    using Weight = std::int16_t;
    static constexpr float kOne = 2048.0F;
    class Sum {
    public:
        Sum() = default;
        explicit Sum(const Weight* bias);
        void add_row(const Weight* row);
        void store(Weight* row) const;
        void clip(TileVectors& to) const;
        static void load_clipped(const Weight* row, TileVectors& to) { Sum(row).clip(to); }

    private:
        simd::native::I16 vectors_[kTile / simd::native::I16::kLanes];
    };

    // In steps of a size for each neuron, so that eight rows can be added up in 16 bits.
    using Slope = std::int16_t;
    static constexpr int kSlopesAtOnce = 8;
    static constexpr float kLargestSlope = static_cast<float>(INT16_MAX / kSlopesAtOnce);
    static void store_slopes(const TileVectors& from, Slope* row);
    template <int kTiles>
    static void add_slopes(std::span<const MicroBatch::Seat> seats, const Slope* rows,
                           const TileVectors* steps, float* const* to);

    // Floats of 16 bits, eight of them significant.
    using Held = std::uint32_t;
    static constexpr int kHeld = kTile / 2;
    static void hold(const TileVectors& from, Held* row);
    static void take(const Held* row, TileVectors& to);
};

// The feature weights and biases as ShortRows has them, in the order of the parameters. Has to follow each
// change of them.
class ShortWeights {
public:
    explicit ShortWeights(const ModelShape& shape) : values_(shape.tile_bias(shape.tiles())) {}
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
    using Slope = typename Rows::Slope;

    explicit BasicNetworkPass(const ModelShape& shape);

    // Writes each position's output to outputs[i], in the batch's order. The output is in units of kScale
    // centipawns and is the argument of the sigmoid. `feature_weights` are the parameters' own, biases
    // behind them.
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
    // A tile's rows.
    static Weight* rows_of(AlignedArray<Weight>& rows, int tile) {
        return rows.data() + static_cast<std::size_t>(tile) * kMicroBatch * 2 * kTile;
    }
    static const Weight* rows_of(const AlignedArray<Weight>& rows, int tile) {
        return rows.data() + static_cast<std::size_t>(tile) * kMicroBatch * 2 * kTile;
    }
    typename Rows::Held* held_slopes(int tile) {
        return held_slopes_.data() + static_cast<std::size_t>(tile) * kMicroBatch * 2 * Rows::kHeld;
    }
    // Calls visit<kTiles>(first tile) for all tiles, some at once.
    template <class Visit>
    void for_tiles(Visit visit);
    // The sums of some tiles' neurons. for_bucket(bucket) gives a function that is handed each position with
    // the number of the tile among these, and its two sums, clipped.
    template <int kTiles, class ForBucket>
    void sum_features(const MicroBatch& batch, const Weight* feature_weights, int first_tile,
                      ForBucket for_bucket);
    void forward_directly(const MicroBatch& batch, const Parameters& parameters,
                          const Weight* feature_weights, std::span<float> outputs);
    void forward_deep(const MicroBatch& batch, const Parameters& parameters, const Weight* feature_weights,
                      std::span<float> outputs);
    // The products of the block's positions, for the layers behind the first.
    void multiply_pairs(int begin, int end);

    // These make the neurons' slopes and add those of all but the feature weights.
    void through_outputs(const MicroBatch& batch, const Parameters& parameters,
                         std::span<const float> output_gradient, int tile, Parameters& gradient);
    void through_layers(const MicroBatch& batch, const Parameters& parameters,
                        std::span<const float> output_gradient, Parameters& gradient);
    void through_pairs(int begin, int end, Parameters& gradient);  // to held_slopes_
    void through_steps(const MicroBatch& batch, int tile);         // from there to slopes_
    // The steps of a tile's slopes that are at most this large, and how many of them one is.
    void set_steps(int tile, const TileVectors& largest, TileVectors& per_one);

    // From slopes to the feature weights.
    template <int kTiles>
    void to_feature_weights(const MicroBatch& batch, int first_tile, Parameters& gradient);

    ModelShape shape_;
    AlignedArray<Weight> activations_;  // [tile][position][side][kTile]: before clipping
    AlignedArray<Slope> slopes_;        // [position][side][kTilesAtOnce][kTile]
    TileVectors steps_[kTilesAtOnce];   // what one is in slopes_
    // With layers behind the first.
    AlignedArray<typename Rows::Held> held_slopes_;  // [tile][position][side] rows
    AlignedArray<float> largest_slopes_;             // [tile][kTile], in size
    AlignedArray<float> partial_;  // [position][lane]: the output while its tiles are summed
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
