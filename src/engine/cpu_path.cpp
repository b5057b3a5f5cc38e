#include "engine/cpu_path.h"

#include <string_view>
#include <type_traits>

#include "chess/sliders.h"
#include "util/simd/simd.h"

namespace stillpoint {

namespace {

constexpr const char* path_name() {
#if defined(__AVX512VNNI__)
    constexpr bool kVnni = true;
#else
    constexpr bool kVnni = false;
#endif
#if defined(__SSE4_2__) && defined(__POPCNT__)
    constexpr bool kPopcnt = true;
#else
    constexpr bool kPopcnt = false;
#endif
    constexpr std::string_view kSimd = simd::native::Ops::kName;
    if (kSimd == "avx512" && kVnni) return "vnni";
    if (kSimd == "avx2" && !std::is_same_v<FastestIndex, MagicIndex>) return "bmi2";
    if (kSimd == "sse2" && kPopcnt) return "popcnt";
    return simd::native::Ops::kName;
}

}  // namespace

// Known before the program runs: what reads it may have to decide whether it can.
constinit const char* const kCpuPath = path_name();

constinit const char* const kSimdName = simd::native::Ops::kName;
constinit const char* const kCpuFeatures =
    ""
#if defined(__AVX512F__)
    " AVX512"
#endif
#if defined(__AVX2__)
    " AVX2"
#endif
#if defined(__BMI2__)
    " BMI2"
#endif
#if defined(__SSE4_1__)
    " SSE41"
#endif
#if defined(__SSSE3__)
    " SSSE3"
#endif
#if defined(__POPCNT__)
    " POPCNT"
#endif
#if defined(__ARM_NEON)
    " NEON"
#endif
    ;

}  // namespace stillpoint
