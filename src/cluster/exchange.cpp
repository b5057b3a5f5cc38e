#include "cluster/exchange.h"

#include <algorithm>

namespace stillpoint::cluster {

namespace {

constexpr std::int64_t kEntryBytes = sizeof(SharedEntry);
// A letter's own share, with what the network adds to it.
constexpr std::int64_t kLetterBytes = 64;
constexpr std::int64_t kMostEntries = 2048;

}  // namespace

void Exchange::begin(Table& table, std::uint32_t search, int workers) {
    std::lock_guard lock(mutex_);
    table_ = &table;
    search_ = search;
    counts_ = {};
    while (rings_.size() < static_cast<std::size_t>(workers)) rings_.push_back(std::make_unique<EntryRing>());
    // What the last search left is about another position.
    SharedEntry left_over;
    for (auto& ring : rings_)
        while (ring->pop(left_over)) {
        }
}

void Exchange::end() {
    std::lock_guard lock(mutex_);
    table_ = nullptr;
}

std::optional<std::string> Exchange::collect(int receivers, Microseconds now) {
    std::lock_guard lock(mutex_);
    valve_.adapt(now);
    const std::int64_t allowance = valve_.allowance(now);
    if (!table_ || receivers == 0) return std::nullopt;
    const std::int64_t room =
        std::clamp<std::int64_t>((allowance / receivers - kLetterBytes) / kEntryBytes, 0, kMostEntries);
    Writer letter(Kind::Entries);
    letter << search_;
    std::int64_t entries = 0, dropped = 0;
    SharedEntry entry;
    for (auto& ring : rings_)
        while (ring->pop(entry)) {
            if (entries == room) {
                ++dropped;
                continue;
            }
            letter << entry.key << entry.word;
            ++entries;
        }
    valve_.dropped(dropped * kEntryBytes * receivers);
    counts_.dropped += static_cast<std::uint64_t>(dropped);
    if (entries == 0) return std::nullopt;
    const std::int64_t bytes = (kLetterBytes + entries * kEntryBytes) * receivers;
    valve_.sent(bytes);
    counts_.sent += static_cast<std::uint64_t>(entries);
    counts_.bytes += static_cast<std::uint64_t>(bytes);
    return letter.take();
}

void Exchange::accept(Reader& letter) {
    const auto search = letter.read<std::uint32_t>();
    std::lock_guard lock(mutex_);
    if (!table_ || search != search_) return;
    while (!letter.at_end()) {
        const Key key = letter.read<Key>();
        const TableData data = unpack_entry(letter.read<std::uint64_t>());
        if (!letter.ok() || data.depth <= kDepthNone) return;
        const Table::Probe probe = table_->probe(key);
        ++counts_.received;
        // The table itself prefers what is newer even if it is a little shallower.
        if (probe.hit && probe.data.depth >= data.depth)
            ++counts_.known;
        else
            probe.slot.write(data);
    }
}

ExchangeCounts Exchange::counts() const {
    std::lock_guard lock(mutex_);
    return counts_;
}

}  // namespace stillpoint::cluster
