#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "train/settings.h"

namespace stillpoint::train {

// AdamW with bias correction: gradients are averaged over time and divided by their size; decay acts on the
// weights directly.
class Optimizer {
public:
    explicit Optimizer(const Settings& settings);

    // One step for the parameters [begin, end), both multiples of kGrain; `step` counts from 0. The gradient
    // is the sum of the given ones, in their order; they are then set to zero.
    void update(Parameters& parameters, std::span<Parameters> gradients, std::uint64_t step,
                std::size_t begin, std::size_t end);

    static constexpr std::size_t kGrain = 16;

    Parameters mean;    // of the gradient
    Parameters square;  // of its square

private:
    // Parameters that are treated alike: biases don't decay, and the output's bias need not fit 16 bits.
    struct Region {
        std::size_t end;
        double decay;
        double clip;
    };

    Settings settings_;
    std::vector<Region> regions_;
};

}  // namespace stillpoint::train
