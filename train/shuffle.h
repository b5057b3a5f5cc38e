#pragma once

#include <cstdint>
#include <utility>

#include "util/rng.h"

namespace stillpoint::train {

// Puts all records in random order, so that positions of one game do not share a batch.
template <class Records>
void shuffle(Records& records, std::uint64_t seed) {
    Rng rng(seed);
    for (std::uint64_t i = records.size(); i > 1; --i)
        std::swap(records[i - 1], records[multiply_high(rng.next(), i)]);
}

// A random order of 0 .. size-1 that needs no memory: a Feistel network over the next even number of bits,
// repeated until the result is in range. Resuming needs nothing but the seed and the epoch.
class Permutation {
public:
    Permutation(std::uint64_t size, std::uint64_t seed, std::uint64_t epoch);
    std::uint64_t operator()(std::uint64_t i) const;

private:
    static constexpr int kRounds = 4;
    std::uint64_t size_;
    int half_bits_;
    std::uint64_t keys_[kRounds];
};

}  // namespace stillpoint::train
