#pragma once

namespace stillpoint {

// Which CPUs this code was compiled for, by the name of its path in a portable program (src/portable/cpu.h):
// "sse2", "popcnt", "avx2", "bmi2", "avx512", "vnni"; "neon", "wasm128" and "scalar" elsewhere.
extern const char* const kCpuPath;
// Its SIMD backend, "avx2", and what the compiler could use of the CPU, " AVX2 BMI2 POPCNT".
extern const char* const kSimdName;
extern const char* const kCpuFeatures;

}  // namespace stillpoint
