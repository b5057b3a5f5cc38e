#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "train/record.h"

namespace stillpoint::train {

// A long list of records that grows without ever copying itself: hundreds of millions fill most of the
// memory.
class RecordStore {
public:
    // Training visits blocks of this many records: long enough for fast reading, short enough to mix well.
    static constexpr std::size_t kBlock = 64;

    std::uint64_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    // Whole blocks; call `fill_last_block` first.
    std::uint64_t blocks() const { return size_ / kBlock; }

    Record& operator[](std::uint64_t i) { return (*chunks_[i / kChunk])[i % kChunk]; }
    const Record& operator[](std::uint64_t i) const { return (*chunks_[i / kChunk])[i % kChunk]; }
    // The kBlock records of a block.
    const Record* block(std::uint64_t i) const { return &(*this)[i * kBlock]; }

    void push_back(const Record& record) {
        if (size_ % kChunk == 0) chunks_.push_back(std::make_unique_for_overwrite<Chunk>());
        (*this)[size_++] = record;
    }

    // Repeats records from the beginning until the last block is whole.
    void fill_last_block() {
        const std::uint64_t original = size_;
        for (std::uint64_t i = 0; original > 0 && size_ % kBlock != 0; ++i) push_back((*this)[i % original]);
    }

private:
    static constexpr std::size_t kChunk = std::size_t{1} << 18;
    static_assert(kChunk % kBlock == 0, "blocks lie within chunks");
    using Chunk = std::array<Record, kChunk>;

    std::vector<std::unique_ptr<Chunk>> chunks_;
    std::uint64_t size_ = 0;
};

}  // namespace stillpoint::train
