#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace stillpoint {

// The engine's lines on their way to the one page that listens. A page that joins later takes over: its
// ticket is newer, and the older page's next take() returns nothing.
class LineFeed {
public:
    using Ticket = unsigned;

    // A new listener; lines for the old one are dropped.
    Ticket join();
    bool is_current(Ticket ticket) const;
    Ticket newest() const;

    void push(std::string line);
    // All lines there are, after waiting up to `patience` for the first one. Nothing for an old ticket and
    // after close().
    std::optional<std::string> take(Ticket ticket, std::chrono::milliseconds patience);
    // Nobody will listen any more.
    void close();

private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> lines_;
    Ticket newest_ = 0;
    bool closed_ = false;
};

}  // namespace stillpoint
