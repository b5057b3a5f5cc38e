#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "chess/types.h"

namespace stillpoint::cluster {

// A table entry on its way.
struct SharedEntry {
    Key key = 0;
    std::uint64_t word = 0;  // see pack_entry
};

// From one searching thread to the one that sends. Neither ever waits: what finds no place is dropped.
class EntryRing {
public:
    bool push(const SharedEntry& entry) {
        const std::uint32_t at = written_.load(std::memory_order_relaxed);
        if (at - read_.load(std::memory_order_acquire) == kCapacity) return false;
        entries_[at % kCapacity] = entry;
        written_.store(at + 1, std::memory_order_release);
        return true;
    }
    bool pop(SharedEntry& entry) {
        const std::uint32_t at = read_.load(std::memory_order_relaxed);
        if (at == written_.load(std::memory_order_acquire)) return false;
        entry = entries_[at % kCapacity];
        read_.store(at + 1, std::memory_order_release);
        return true;
    }

private:
    static constexpr std::uint32_t kCapacity = 4096;
    std::array<SharedEntry, kCapacity> entries_;
    alignas(64) std::atomic<std::uint32_t> written_{0};
    alignas(64) std::atomic<std::uint32_t> read_{0};
};

}  // namespace stillpoint::cluster
