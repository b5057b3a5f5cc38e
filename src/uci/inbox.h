#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "util/lines.h"

namespace stillpoint {

// Lines from a file descriptor, read ahead by a thread of its own: some commands must take effect even while
// one before them is at work or waits for the search to end. `wait` is the way for a script to say that what
// follows has to wait its turn.
class Inbox {
public:
    // What is done at once, by the reading thread, and what it has to know for that. Never called after the
    // inbox has gone.
    struct Urgent {
        std::function<void()> stop;   // a `stop`, unless a `go` before it still waits for its turn
        std::function<void()> quit;   // a `quit`; what follows it is not read
        std::function<void()> ready;  // an `isready` while a search is waited for; it is then not queued
        std::function<void()> ended;  // the end of input while a search is waited for
        // Whether a search still owes its answer. Once it is given, `isready` asks for what was sent after
        // it. Asked under the inbox's lock, so it must not wait for anything.
        std::function<bool()> searching;
    };
    Inbox(int fd, Urgent urgent);
    // The thread may be stuck in a read that never returns: it is left running, with what it needs.
    ~Inbox();
    Inbox(const Inbox&) = delete;
    Inbox& operator=(const Inbox&) = delete;

    // Waits for a line. Nothing at the end of input or after close().
    std::optional<LineReader::Line> next();
    // Ends the input: lines still to come are not needed. Any thread may call it.
    void close();

    // Exists while a command waits for the search to end.
    class [[nodiscard]] SearchWait {
    public:
        explicit SearchWait(Inbox& inbox);
        ~SearchWait();
        SearchWait(const SearchWait&) = delete;
        SearchWait& operator=(const SearchWait&) = delete;

    private:
        Inbox& inbox_;
    };

private:
    struct State;
    static void read(int fd, const std::shared_ptr<State>& state);

    std::shared_ptr<State> state_;
};

}  // namespace stillpoint
