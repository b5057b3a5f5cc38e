#include "train/shuffle.h"

#include <bit>

#include "util/check.h"

namespace stillpoint::train {

Permutation::Permutation(std::uint64_t size, std::uint64_t seed, std::uint64_t epoch) : size_(size) {
    STILLPOINT_ASSERT(size > 0);
    const int bits = std::bit_width(size - 1);
    half_bits_ = (bits + 1) / 2;
    Rng rng(seed ^ (epoch + 1) * 0xD1B54A32D192ED03ULL);
    for (std::uint64_t& key : keys_) key = rng.next();
}

std::uint64_t Permutation::operator()(std::uint64_t i) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    do {
        std::uint64_t left = i >> half_bits_, right = i & mask;
        for (std::uint64_t key : keys_) {
            std::uint64_t mixed = (right ^ key) * 0x9E3779B97F4A7C15ULL;
            mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9ULL;
            const std::uint64_t next = left ^ (mixed >> 32 & mask);
            left = right;
            right = next;
        }
        i = left << half_bits_ | right;
    } while (i >= size_);
    return i;
}

}  // namespace stillpoint::train
