#pragma once

#include "util/simd/simd.h"

namespace stillpoint::train {

// What passes over the network share: floats of one vector, and the clipping that bounds a neuron.
inline constexpr int kLanes = simd::native::F32::kLanes;

inline simd::native::F32 clipped(simd::native::F32 a) {
    using simd::native::F32;
    return min(max(a, F32::zero()), F32::broadcast(1.0F));
}

}  // namespace stillpoint::train
