#pragma once

#include <cstdint>
#include <type_traits>

#include "nnue/architecture.h"
#include "util/simd/simd.h"

// The weights behind the first layer, as they lie in the file: each array begins on a cache line.
namespace stillpoint::nnue {

// The outputs see the first layer.
template <int kNeurons>
struct alignas(simd::kAlignment) DirectHead {
    std::int16_t output[kOutputBuckets][2][kNeurons];  // for the side to move, then for the other
    std::int32_t output_bias[kOutputBuckets];
};

// There are two layers between. Inputs are taken four or two at a time, so their weights lie together.
template <int kNeurons, int kSecond, int kThird>
struct alignas(simd::kAlignment) DeepHead {
    // Products of the side to move's neurons, then of the other's.
    std::int8_t second[kOutputBuckets][kNeurons / 4][kSecond][4];
    std::int32_t second_bias[kOutputBuckets][kSecond];
    std::int16_t third[kOutputBuckets][kSecond / 2][kThird][2];
    std::int32_t third_bias[kOutputBuckets][kThird];
    std::int16_t output[kOutputBuckets][kThird];
    std::int32_t output_bias[kOutputBuckets];
};

using Head =
    std::conditional_t<kShape.is_deep(), DeepHead<kHidden, kLayers[0], kLayers[1]>, DirectHead<kHidden>>;

}  // namespace stillpoint::nnue
