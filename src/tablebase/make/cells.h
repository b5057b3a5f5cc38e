#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "util/memory.h"
#include "util/result.h"

namespace stillpoint::tablebase {

// A long row of numbers, zero at first, that threads may read and write at once: in memory, or in a file that
// the system moves in and out of memory as needed.
class Cells {
public:
    using Cell = std::atomic<std::uint16_t>;
    static_assert(sizeof(Cell) == 2 && Cell::is_always_lock_free);

    // In a file of this folder that has no name, so that it never outlives us; in memory if it is empty.
    static Result<Cells> allocate(std::uint64_t count, const std::string& swap_folder);
    ~Cells();
    Cells(Cells&& other) noexcept;
    Cells& operator=(Cells&&) = delete;

    Cell& operator[](std::uint64_t i) const { return cells_[i]; }

private:
    Cells() = default;

    Cell* cells_ = nullptr;
    PageMemory memory_;
    std::size_t mapped_bytes_ = 0;  // of the file; 0: in memory
};

}  // namespace stillpoint::tablebase
