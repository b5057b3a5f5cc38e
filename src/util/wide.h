#pragma once

#include <cstdint>

namespace stillpoint {

// The upper half of a 128-bit product: maps a random 64-bit number evenly to [0, bound) without a division.
inline std::uint64_t multiply_high(std::uint64_t number, std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(number) * bound) >> 64);
}

}  // namespace stillpoint
