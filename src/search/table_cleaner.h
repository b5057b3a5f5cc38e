#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "search/table.h"

namespace stillpoint {

// Empties a large table in the background, with all cores. New memory costs as much as used memory: the
// system hands it out page by page when it is first touched, and a search that had to wait for that would be
// late. A search that can't wait uses the part that is ready.
//
// The table must not be used from start() to pause() or finish(), nor after resume(). One thread at a time
// calls this.
class TableCleaner {
public:
    explicit TableCleaner(Table& table) : table_(table) {}
    ~TableCleaner() { cancel(); }
    TableCleaner(const TableCleaner&) = delete;
    TableCleaner& operator=(const TableCleaner&) = delete;

    enum class Memory { New, Used };
    void start(Memory memory);
    // The table is about to be replaced.
    void cancel();
    bool is_done() const { return done() == chunks_; }

    // Returns in no time; the table then has the size of what is ready. resume() goes on with the rest.
    void pause();
    void resume();
    // Returns when all is ready, or when `keep_on`, called now and then, says no.
    using KeepOn = std::function<bool(int percent)>;
    void finish(const KeepOn& keep_on = {});

private:
    void work();
    void clear_chunk(std::size_t chunk);
    void join();
    std::size_t done() const;

    Table& table_;
    Memory memory_ = Memory::New;
    std::size_t chunks_ = 0;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> pause_{false};
    std::vector<std::thread> helpers_;
    std::mutex mutex_;
    std::condition_variable ended_;
    std::size_t at_work_ = 0;  // helpers
};

}  // namespace stillpoint
