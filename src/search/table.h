#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "chess/move.h"
#include "chess/types.h"
#include "search/score.h"
#include "util/memory.h"
#include "util/rng.h"

namespace stillpoint {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

constexpr bool allows_lower(Bound b) { return b == Bound::Lower || b == Bound::Exact; }
constexpr bool allows_upper(Bound b) { return b == Bound::Upper || b == Bound::Exact; }

inline constexpr int kDepthQuiescence = 0;  // entries of the quiescence search
inline constexpr int kDepthEvalOnly = -2;   // only the static evaluation is known
inline constexpr int kDepthNone = -4;       // below every stored depth

// The depth under which a result that is certain is stored: it holds for deeper searches too.
constexpr int depth_of_certainty(int depth) {
    constexpr int kMore = 6;
    return depth + kMore < kMaxPly ? depth + kMore : kMaxPly - 1;
}

// The key under which a position stands in the table. Positions with the same board but another half-move
// clock share an entry only while the clock is low.
constexpr Key table_key(Key position, int halfmove_clock) {
    constexpr int kFirst = 16, kStep = 8;
    if (halfmove_clock < kFirst) return position;
    return position ^ (static_cast<Key>((halfmove_clock - kFirst) / kStep) + 1) * 0x9E3779B97F4A7C15ULL;
}

// What the table knows of a position: a private copy. Scores are in table form (see to_table in score.h).
struct TableData {
    Move move{};
    Score score = kNoScore;
    Score eval = kNoScore;
    int depth = kDepthNone;
    Bound bound = Bound::None;
    bool was_pv = false;
};

// The same as one number, for sending it elsewhere.
std::uint64_t pack_entry(const TableData& data);
TableData unpack_entry(std::uint64_t word);

// The transposition table: a cache of search results that all threads share without locks. An entry is one
// 64-bit word, written at once, and a 16-bit part of the key beside it; six entries fill a cache line. Two
// threads can leave a key and a word that don't belong together; that is as harmless as two positions with
// the same key, since moves from the table are checked before they are played.
class Table {
    struct Cluster;

public:
    Table() = default;
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    // Where to write what was found for a probed key.
    class Slot {
    public:
        Slot() = default;
        void write(const TableData& data) const;

    private:
        friend class Table;
        Slot(std::atomic<std::uint64_t>& word, std::atomic<std::uint16_t>& check, std::uint16_t key_check,
             std::uint8_t generation)
            : word_(&word), check_(&check), key_check_(key_check), generation_(generation) {}

        std::atomic<std::uint64_t>* word_ = nullptr;
        std::atomic<std::uint16_t>* check_ = nullptr;
        std::uint16_t key_check_ = 0;
        std::uint8_t generation_ = 0;
    };

    struct Probe {
        bool hit;
        TableData data;
        Slot slot;
    };

    // Replaces the table by an empty one of the given size, halving the wish as long as memory is refused.
    // Returns the size obtained; 0 means that there was no memory at all and a single cluster has to do.
    std::size_t resize(std::size_t mebibytes);
    void clear(int threads);
    // Becomes equal to the other, byte for byte. False, and empty, if there is no memory for that.
    bool copy_from(const Table& other);
    std::size_t size_mebibytes() const { return byte_count() >> 20; }
    bool uses_huge_pages() const { return memory_.huge_pages; }

    // While the rest is not ready, entries go to the first bytes only. Those written before then stand in the
    // wrong places, where they do no harm.
    void use_part(std::size_t bytes) { clusters_ = bytes / sizeof(Cluster); }
    void use_all() { clusters_ = all_clusters_; }

    // Lets the entries of earlier searches age. Other searches may be at work in the table.
    void new_search() { generation_.store((generation() + 1) % kGenerations, std::memory_order_relaxed); }

    Probe probe(Key key) const;
    void prefetch(Key key) const { __builtin_prefetch(&cluster(key)); }

    // As in a new table.
    void forget_generation() { generation_ = 0; }

    // Entries written in the current search, in thousandths, from a sample.
    int hashfull() const;

    // The bytes themselves, for saving and loading. Not while a search runs.
    const void* bytes() const { return begin_; }
    void* bytes() { return begin_; }
    std::size_t byte_count() const { return all_clusters_ * sizeof(Cluster); }

private:
    static constexpr int kEntries = 6;
    static constexpr int kGenerations = 32;
    struct alignas(64) Cluster {
        std::atomic<std::uint64_t> word[kEntries];
        std::atomic<std::uint16_t> check[kEntries];
        std::uint32_t unused;
    };
    static_assert(sizeof(Cluster) == 64);

    // The key's high bits choose the cluster, its low ones are stored and checked.
    Cluster& cluster(Key key) const { return begin_[multiply_high(key, clusters_)]; }

    std::uint8_t generation() const { return generation_.load(std::memory_order_relaxed); }

    PageMemory memory_;
    Cluster emergency_{};
    Cluster* begin_ = &emergency_;
    std::size_t clusters_ = 1;  // in use
    std::size_t all_clusters_ = 1;
    std::atomic<std::uint8_t> generation_{0};
};

}  // namespace stillpoint
