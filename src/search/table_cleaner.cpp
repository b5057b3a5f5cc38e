#include "search/table_cleaner.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <system_error>

#include "util/machine.h"

namespace stillpoint {

namespace {

// A huge page, and little enough for pause() to wait for.
constexpr std::size_t kChunk = std::size_t{2} << 20;
// No system has smaller ones.
constexpr std::size_t kPage = 4096;
constexpr auto kLookAgain = std::chrono::milliseconds(50);

// A thread for less than this costs more than it saves.
[[maybe_unused]] constexpr std::size_t kChunksPerHelper = 16;

std::size_t helpers_for(std::size_t chunks) {
#ifdef __EMSCRIPTEN__
    // A page can't start threads it has not prepared, and its tables are small.
    static_cast<void>(chunks);
    return 0;
#else
    return std::min(static_cast<std::size_t>(available_cores()), chunks / kChunksPerHelper);
#endif
}

}  // namespace

void TableCleaner::start(Memory memory) {
    cancel();
    memory_ = memory;
    chunks_ = (table_.byte_count() + kChunk - 1) / kChunk;
    table_.forget_generation();
    resume();
}

void TableCleaner::cancel() {
    pause_ = true;
    join();
    next_ = chunks_ = 0;
}

std::size_t TableCleaner::done() const { return std::min(next_.load(), chunks_); }

void TableCleaner::clear_chunk(std::size_t chunk) {
    char* const begin = static_cast<char*>(table_.bytes()) + chunk * kChunk;
    const std::size_t size = std::min(kChunk, table_.byte_count() - chunk * kChunk);
    if (memory_ == Memory::Used) {
        std::memset(begin, 0, size);
        return;
    }
    // It is zero already; writing to each page makes the system hand it out.
    for (std::size_t at = 0; at < size; at += kPage) *const_cast<volatile char*>(begin + at) = 0;
}

void TableCleaner::work() {
    while (!pause_) {
        const std::size_t chunk = next_++;
        if (chunk >= chunks_) break;
        clear_chunk(chunk);
    }
}

void TableCleaner::resume() {
    if (is_done() || !helpers_.empty()) return;
    pause_ = false;
    const std::size_t helpers = helpers_for(chunks_ - done());
    at_work_ = helpers;
    try {
        while (helpers_.size() < helpers)
            helpers_.emplace_back([this] {
                work();
                std::lock_guard lock(mutex_);
                --at_work_;
                ended_.notify_all();
            });
    } catch (const std::system_error&) {
        // The system has no more threads to give: those that did start do the work, or finish() does.
        std::lock_guard lock(mutex_);
        at_work_ -= helpers - helpers_.size();
    }
}

void TableCleaner::join() {
    for (std::thread& helper : helpers_) helper.join();
    helpers_.clear();
}

void TableCleaner::pause() {
    pause_ = true;
    join();
    if (is_done()) return table_.use_all();
    if (done() == 0) clear_chunk(next_++);
    table_.use_part(std::min(done() * kChunk, table_.byte_count()));
}

void TableCleaner::finish(const KeepOn& keep_on) {
    resume();
    {
        std::unique_lock lock(mutex_);
        while (!ended_.wait_for(lock, kLookAgain, [&] { return at_work_ == 0; }))
            if (keep_on && !keep_on(static_cast<int>(done() * 100 / chunks_))) return;
    }
    join();
    pause_ = false;
    work();
    table_.use_all();
}

}  // namespace stillpoint
