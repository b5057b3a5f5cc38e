#pragma once

#include <cstdint>

#include "gamedata/packed_board.h"
#include "train/record_store.h"
#include "train/shuffle.h"
#include "util/result.h"

namespace stillpoint::train {

// Where training positions come from: an endless sequence of blocks, epoch after epoch in ever new order. A
// block depends on its number alone, so a run can go on from any of them.
class PositionSource {
public:
    virtual ~PositionSource() = default;

    // Makes these blocks ready; those before them may be given up.
    virtual Result<spg::Done> make_ready(std::uint64_t first, std::uint64_t count) = 0;
    // The RecordStore::kBlock records of a block that is ready. From any thread.
    virtual const Record* block(std::uint64_t number) const = 0;
};

// All positions in memory.
class PositionsInMemory : public PositionSource {
public:
    // The records must be shuffled, outlive this and fill whole blocks, at least one.
    PositionsInMemory(const RecordStore& records, std::uint64_t seed) : records_(records), seed_(seed) {}

    Result<spg::Done> make_ready(std::uint64_t, std::uint64_t) override { return spg::Done{}; }
    const Record* block(std::uint64_t number) const override {
        const std::uint64_t blocks = records_.blocks();
        const Permutation order(blocks, seed_ ^ kOrderSalt, number / blocks);
        return records_.block(order(number % blocks));
    }

private:
    static constexpr std::uint64_t kOrderSalt = 0x4F524445;

    const RecordStore& records_;
    const std::uint64_t seed_;
};

}  // namespace stillpoint::train
