#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cluster/entry_ring.h"
#include "cluster/traffic_valve.h"
#include "cluster/wire.h"
#include "search/table.h"

namespace stillpoint::cluster {

// What one process's exchange of table entries amounts to, since the search began.
struct ExchangeCounts {
    std::uint64_t sent = 0;      // entries, each counted once however many receive it
    std::uint64_t dropped = 0;   // worth sending, but over the limit
    std::uint64_t bytes = 0;     // to all receivers together
    std::uint64_t received = 0;  // entries
    std::uint64_t known = 0;     // of those: known here as deep already, so that work was done twice
};

// Table entries from the searching threads to other processes, and from these into the table. It knows
// neither threads nor clocks nor how letters travel.
class Exchange {
public:
    explicit Exchange(std::int64_t bytes_per_second) : valve_(bytes_per_second) {}

    // Between begin() and end() the table is written to.
    void begin(Table& table, std::uint32_t search, int workers);
    void end();
    void set_limit(std::int64_t bytes_per_second) { valve_.set_limit(bytes_per_second); }

    // By any worker.
    void share(int worker, Key key, const TableData& data) {
        if (data.depth >= valve_.depth())
            rings_[static_cast<std::size_t>(worker)]->push({key, pack_entry(data)});
    }

    // By one other thread: the next letter for all `receivers`, if there is something to send.
    std::optional<std::string> collect(int receivers, Microseconds now);
    void accept(Reader& letter);

    ExchangeCounts counts() const;
    int depth() const { return valve_.depth(); }

private:
    mutable std::mutex mutex_;  // of all but the rings' contents and the valve
    Table* table_ = nullptr;    // null: no search
    std::uint32_t search_ = 0;
    std::vector<std::unique_ptr<EntryRing>> rings_;  // one for each worker
    ExchangeCounts counts_;
    TrafficValve valve_;
};

}  // namespace stillpoint::cluster
