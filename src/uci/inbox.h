#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "util/lines.h"

namespace stillpoint {

// Lines from a file descriptor, read ahead by a thread of its own: a `stop` must take effect even while a
// command before it waits for the search to end.
class Inbox {
public:
    explicit Inbox(int fd);
    // The thread may be stuck in a read that never returns: it is left running, with what it needs.
    ~Inbox();
    Inbox(const Inbox&) = delete;
    Inbox& operator=(const Inbox&) = delete;

    // Waits for a line. Nothing at the end of input or after close().
    std::optional<LineReader::Line> next();
    // Ends the input: lines still to come are not needed. Any thread may call it.
    void close();

    // While this exists, a `stop` that comes before the next `go` takes effect at once, because it is meant
    // for the running search, and is then removed from the queue (Taken). If a `go` is waiting for that
    // search to end, the `stop` is meant for its search too and remains (Kept).
    enum class After { Taken, Kept };
    class [[nodiscard]] StopWatch {
    public:
        StopWatch(Inbox& inbox, After after, std::function<void()> stop);
        ~StopWatch();
        StopWatch(const StopWatch&) = delete;
        StopWatch& operator=(const StopWatch&) = delete;

    private:
        Inbox& inbox_;
    };

private:
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        std::deque<LineReader::Line> lines;
        std::size_t bytes = 0;  // in all lines
        bool ended = false;
        std::function<void()> stop;  // set while a StopWatch waits
        After after = After::Taken;
    };
    static void read(int fd, const std::shared_ptr<State>& state);

    std::shared_ptr<State> state_;
};

}  // namespace stillpoint
