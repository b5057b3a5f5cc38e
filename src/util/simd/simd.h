#pragma once

#include "util/simd/backend.h"

// The one place that looks at the machine. Code that computes writes simd::native::I16 or is a template over
// simd::native::Ops; tests instantiate it a second time with simd::scalar::Ops.
#if defined(STILLPOINT_SIMD_SCALAR)
#include "util/simd/scalar.h"
namespace stillpoint::simd {
namespace native = scalar;
}
#elif defined(__AVX512F__) && defined(__AVX512BW__)
#include "util/simd/avx512.h"
namespace stillpoint::simd {
namespace native = avx512;
}
#elif defined(__AVX2__) && defined(__FMA__)
#include "util/simd/avx2.h"
namespace stillpoint::simd {
namespace native = avx2;
}
#elif defined(__x86_64__)
#include "util/simd/sse2.h"
namespace stillpoint::simd {
namespace native = sse2;
}
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include "util/simd/neon.h"
namespace stillpoint::simd {
namespace native = neon;
}
#elif defined(__wasm_simd128__)
#include "util/simd/wasm128.h"
namespace stillpoint::simd {
namespace native = wasm128;
}
#else
#include "util/simd/scalar.h"
namespace stillpoint::simd {
namespace native = scalar;
}
#endif

namespace stillpoint::simd {

static_assert(Backend<native::Ops>, "the chosen SIMD backend lacks an operation");

// Suits every backend's aligned loads, and is a cache line on the machines we care about.
inline constexpr int kAlignment = 64;

}  // namespace stillpoint::simd
