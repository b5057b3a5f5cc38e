#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace stillpoint {

// How the program ends in time whatever it is doing: it notices that nobody reads its output any more, and
// once it is to end, a command that takes too long doesn't keep it.
class Departure {
public:
    Departure();
    // Afterwards nothing is called and nothing is ended any more.
    ~Departure();
    Departure(const Departure&) = delete;
    Departure& operator=(const Departure&) = delete;

    // Calls `on_closed`, from a thread of its own, when the reader of a pipe or socket has gone, even if
    // nothing is written.
    void watch_reader(int fd, std::function<void()> on_closed);

    // The program is to end now. If it doesn't, the process is ended, with exit code 0. Any thread may call
    // it.
    void begin();
    bool has_begun() const { return begun_; }

    // What the program is at, and what that means for its end.
    enum class Work {
        Moments,    // done in no time
        Long,       // not worth waiting for
        MustFinish  // half of it would do harm: a file is being written
    };
    class [[nodiscard]] AtWork {
    public:
        AtWork(Departure& departure, Work work, std::string name);
        ~AtWork();
        AtWork(const AtWork&) = delete;
        AtWork& operator=(const AtWork&) = delete;

    private:
        Departure& departure_;
    };

private:
    struct State;
    std::shared_ptr<State> state_;  // shared with threads that may outlive this
    std::atomic<bool> begun_{false};
};

}  // namespace stillpoint
