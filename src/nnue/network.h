#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "nnue/architecture.h"
#include "nnue/heads.h"
#include "util/simd/simd.h"

namespace stillpoint::nnue {

// The weights, laid out as in the file. Every row begins on a cache line.
struct alignas(simd::kAlignment) Weights {
    std::int16_t features[kInputs][kHidden];
    std::int16_t feature_bias[kHidden];
    Head head;
};

struct Network {
    Weights weights;
    std::string name;            // at most 23 characters
    std::uint16_t fitted_k = 0;  // the trainer's scale from scores to winning chances; for the record
    std::uint32_t checksum = 0;  // of the weights; tells networks apart. Set on loading and saving.
};

// Noise of a trained network's magnitude, for tests and benchmarks: evaluations are varied, not sensible.
std::unique_ptr<Network> random_network(std::uint64_t seed);

}  // namespace stillpoint::nnue
