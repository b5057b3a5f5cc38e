#include "search/table.h"

#include <algorithm>
#include <cstring>
#include <system_error>
#include <thread>
#include <vector>

#include "util/check.h"
#include "util/machine.h"

namespace stillpoint {

namespace {

// word: move (16) | score (16) | eval (16) | depth - kDepthNone (8) | generation (5) pv (1) bound (2)
// A depth byte of zero marks an empty entry.
constexpr std::uint64_t pack(const TableData& d, std::uint8_t generation) {
    return static_cast<std::uint64_t>(d.move.raw()) |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(d.score)) << 16 |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(d.eval)) << 32 |
           static_cast<std::uint64_t>(static_cast<std::uint8_t>(d.depth - kDepthNone)) << 48 |
           static_cast<std::uint64_t>(generation << 3 | (d.was_pv ? 4 : 0) | static_cast<int>(d.bound)) << 56;
}

constexpr int depth_byte(std::uint64_t word) { return static_cast<int>((word >> 48) & 0xFF); }
constexpr int generation_of(std::uint64_t word) { return static_cast<int>(word >> 59); }

constexpr TableData unpack(std::uint64_t word) {
    return {.move = Move(static_cast<std::uint16_t>(word)),
            .score = static_cast<std::int16_t>(word >> 16),
            .eval = static_cast<std::int16_t>(word >> 32),
            .depth = depth_byte(word) + kDepthNone,
            .bound = static_cast<Bound>((word >> 56) & 3),
            .was_pv = ((word >> 58) & 1) != 0};
}

// One generation of age weighs as much as this many plies of depth when an entry must go.
constexpr int kPliesPerGeneration = 8;
// A shallower result replaces a deeper one of the same position if it is not much shallower.
constexpr int kDepthSlack = 4;
constexpr int kPvDepthBonus = 2;

constexpr std::size_t kMaxMebibytes = std::size_t{1} << 25;
constexpr auto kRelaxed = std::memory_order_relaxed;

}  // namespace

std::uint64_t pack_entry(const TableData& data) { return pack(data, 0); }
TableData unpack_entry(std::uint64_t word) { return unpack(word); }

std::size_t Table::resize(std::size_t mebibytes) {
    // The old block goes first: both together might not fit.
    memory_ = PageMemory();
    begin_ = &emergency_;
    clusters_ = all_clusters_ = 1;
    generation_ = 0;
    for (std::size_t wish = std::clamp(mebibytes, std::size_t{1}, kMaxMebibytes); wish > 0; wish /= 2) {
        memory_ = PageMemory(wish << 20);
        if (!memory_.data) continue;
        begin_ = static_cast<Cluster*>(memory_.data);
        clusters_ = all_clusters_ = (wish << 20) / sizeof(Cluster);
        return wish;
    }
    return 0;
}

void Table::clear(int threads) {
    // More threads than cores clear no faster. A page can't start threads it has not prepared, and its
    // tables are small.
    threads = std::min(threads, available_cores());
#ifdef __EMSCRIPTEN__
    threads = 1;
#endif
    const std::size_t bytes = byte_count(), parts = static_cast<std::size_t>(std::max(threads, 1));
    char* const begin = reinterpret_cast<char*>(begin_);
    const std::size_t part = bytes / parts / 64 * 64;
    std::size_t end = bytes;  // helpers clear what lies behind it
    std::vector<std::thread> helpers;
    try {
        while (part > 0 && helpers.size() + 1 < parts) {
            helpers.emplace_back([at = begin + end - part, part] { std::memset(at, 0, part); });
            end -= part;
        }
    } catch (const std::system_error&) {
        // The system has no more threads to give: the rest is left to this one.
    }
    std::memset(begin, 0, end);
    for (std::thread& helper : helpers) helper.join();
    generation_ = 0;
}

bool Table::copy_from(const Table& other) {
    if (other.all_clusters_ != all_clusters_) resize(other.size_mebibytes());
    if (other.all_clusters_ != all_clusters_) return false;
    clusters_ = other.clusters_;
    std::memcpy(bytes(), other.bytes(), byte_count());
    generation_ = other.generation();
    return true;
}

Table::Probe Table::probe(Key key) const {
    Cluster& c = cluster(key);
    const std::uint16_t check = static_cast<std::uint16_t>(key);
    const std::uint8_t now = generation();
    for (int i = 0; i < kEntries; ++i) {
        if (c.check[i].load(kRelaxed) != check) continue;
        const std::uint64_t word = c.word[i].load(kRelaxed);
        if (depth_byte(word) != 0) return {true, unpack(word), Slot(c.word[i], c.check[i], check, now)};
    }
    int victim = 0, victim_worth = 1 << 20;
    for (int i = 0; i < kEntries; ++i) {
        const std::uint64_t word = c.word[i].load(kRelaxed);
        const int age = (now - generation_of(word)) & (kGenerations - 1);
        const int worth = depth_byte(word) == 0 ? -(1 << 20) : depth_byte(word) - kPliesPerGeneration * age;
        if (worth < victim_worth) {
            victim = i;
            victim_worth = worth;
        }
    }
    return {false, TableData{}, Slot(c.word[victim], c.check[victim], check, now)};
}

void Table::Slot::write(const TableData& data) const {
    STILLPOINT_ASSERT(data.depth > kDepthNone && data.depth - kDepthNone < 256);
    const std::uint64_t old = word_->load(kRelaxed);
    const bool same_position = check_->load(kRelaxed) == key_check_;
    TableData merged = data;
    // A search that found no best move still keeps the one known before.
    if (!merged.move && same_position) merged.move = Move(static_cast<std::uint16_t>(old));
    const bool replace =
        !same_position || data.bound == Bound::Exact || generation_of(old) != generation_ ||
        data.depth - kDepthNone + (data.was_pv ? kPvDepthBonus : 0) + kDepthSlack > depth_byte(old);
    if (replace) {
        word_->store(pack(merged, generation_), kRelaxed);
        check_->store(key_check_, kRelaxed);
    } else if (data.move && data.move != Move(static_cast<std::uint16_t>(old))) {
        // The deeper result stays, but the newer move is the better guess.
        word_->store((old & ~std::uint64_t{0xFFFF}) | data.move.raw(), kRelaxed);
    }
}

int Table::hashfull() const {
    const std::size_t sample = std::min<std::size_t>(clusters_, 1000);
    if (sample == 0) return 0;
    const std::uint8_t now = generation();
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i)
        for (int e = 0; e < kEntries; ++e) {
            const std::uint64_t word = begin_[i].word[e].load(kRelaxed);
            used += depth_byte(word) != 0 && generation_of(word) == now;
        }
    return static_cast<int>(used * 1000 / (sample * kEntries));
}

}  // namespace stillpoint
