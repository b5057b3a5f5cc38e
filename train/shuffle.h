#pragma once

#include <cstdint>

#include "train/record_store.h"

namespace stillpoint::train {

// Puts all records in random order, so that positions of one game do not share a batch.
void shuffle(RecordStore& records, std::uint64_t seed);

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
