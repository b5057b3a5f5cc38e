#pragma once

#include <cstdint>

namespace stillpoint {

// SplitMix64: one multiply-xor chain per number, any seed is good, usable at compile time.
class Rng {
public:
    explicit constexpr Rng(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

    // Uniform in [0, bound); bound must not be zero. The bias is below 2^-32 for small bounds.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

    // Uniform in [0, 1).
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    std::uint64_t state_;
};

// The upper half of a 128-bit product: maps a random 64-bit number evenly to [0, bound) without a division.
inline std::uint64_t multiply_high(std::uint64_t number, std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(number) * bound) >> 64);
}

}  // namespace stillpoint
