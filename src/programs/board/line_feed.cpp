#include "programs/board/line_feed.h"

namespace stillpoint {

namespace {
// A page that stopped reading loses old lines rather than filling the memory.
constexpr std::size_t kMaxKeptLines = 10'000;
}  // namespace

LineFeed::Ticket LineFeed::join() {
    std::lock_guard lock(mutex_);
    lines_.clear();
    changed_.notify_all();
    return ++newest_;
}

bool LineFeed::is_current(Ticket ticket) const {
    std::lock_guard lock(mutex_);
    return ticket == newest_ && !closed_;
}

LineFeed::Ticket LineFeed::newest() const {
    std::lock_guard lock(mutex_);
    return newest_;
}

void LineFeed::push(std::string line) {
    std::lock_guard lock(mutex_);
    if (lines_.size() >= kMaxKeptLines) lines_.pop_front();
    lines_.push_back(std::move(line));
    changed_.notify_all();
}

std::optional<std::string> LineFeed::take(Ticket ticket, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    const auto is_over = [&] { return closed_ || ticket != newest_; };
    changed_.wait_for(lock, patience, [&] { return !lines_.empty() || is_over(); });
    if (is_over()) return std::nullopt;
    std::string text;
    for (const std::string& line : lines_) text += line + '\n';
    lines_.clear();
    return text;
}

void LineFeed::close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
}

}  // namespace stillpoint
