#pragma once

#include <span>

#include "train/aligned.h"
#include "train/micro_batch.h"
#include "train/model.h"

namespace stillpoint::train {

// Runs micro-batches through the network and back. One object per thread: it owns the activations.
class NetworkPass {
public:
    explicit NetworkPass(const ModelShape& shape);

    // Writes each position's output to outputs[i], in the batch's order. The output is in units of kScale
    // centipawns and is the argument of the sigmoid.
    void forward(const MicroBatch& batch, const Parameters& parameters, std::span<float> outputs);

    // Adds the slope of the loss with each parameter to `gradient`, given its slope with each output. Must
    // follow `forward` of the same batch; the activations are used up.
    void backward(const MicroBatch& batch, const Parameters& parameters,
                  std::span<const float> output_gradient, Parameters& gradient);

    // After `forward`: adds to active[neuron] how often it was above zero and to saturated[neuron] how often
    // it reached one, counting both sides.
    void count_activity(int positions, std::span<std::uint64_t> active,
                        std::span<std::uint64_t> saturated) const;

private:
    float* activations(int tile) {
        return activations_.data() + static_cast<std::size_t>(tile) * kMicroBatch * 2 * kTile;
    }

    ModelShape shape_;
    AlignedArray<float> activations_;  // [tile][position][side][kTile]: before clipping; backwards, gradients
    AlignedArray<float> partial_;      // [position][lane]: the output while its tiles are summed
};

}  // namespace stillpoint::train
