#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "train/settings.h"

namespace stillpoint::train {

// AdamW with bias correction: gradients are averaged over time and divided by their size; decay acts on the
// weights directly.
//
// With king buckets, each feature weight is the sum of one of its bucket and one that all buckets share, so
// that rare buckets learn from the others (a factoriser). Only the sums are kept: a step changes each sum by
// both steps, and decay is the same for both. What the shared weights need are averages of their own.
class Optimizer {
public:
    explicit Optimizer(const Settings& settings);

    // One step for the part [begin, end) of work(), both multiples of kGrain; `step` counts from 0. The
    // gradient is the sum of the given ones, in their order; they are then set to zero.
    void update(Parameters& parameters, std::span<Parameters> gradients, std::uint64_t step,
                std::size_t begin, std::size_t end);

    static constexpr std::size_t kGrain = 16;
    // The parameters, those of all king buckets for the same piece, square and neuron counted once.
    std::size_t work() const { return shape_.size() - (buckets() - 1) * shared_size(); }

    // Of each parameter; then, if there are king buckets, of the weights shared between them.
    Parameters mean;    // of the gradient
    Parameters square;  // of its square

private:
    struct Constants;
    std::size_t buckets() const { return static_cast<std::size_t>(shape_.king_buckets); }
    std::size_t shared_size() const { return static_cast<std::size_t>(shape_.hidden) * nnue::kBoardInputs; }
    // Parameters that are treated alike: biases don't decay, and the output's bias need not fit 16 bits.
    struct Region {
        std::size_t end;  // in work()
        double decay;
        double clip;
    };

    Settings settings_;
    ModelShape shape_;
    std::vector<Region> regions_;
};

}  // namespace stillpoint::train
