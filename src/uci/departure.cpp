#include "uci/departure.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <thread>

#include <poll.h>
#include <unistd.h>

#include "util/draft_file.h"

namespace stillpoint {

namespace {

using std::chrono::milliseconds, std::chrono::steady_clock;

// A command that may take long has this much time to be done after all.
constexpr milliseconds kPatience{500};
// Nothing else takes so long, unless it is stuck: in a write, for example, to a pipe that nobody empties.
constexpr milliseconds kLastPatience{5000};
constexpr milliseconds kLookAgain{20};

// Not through the buffers of the standard library: somebody may be stuck in them.
void print_without_waiting(const std::string& line) {
    pollfd out{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    if (poll(&out, 1, 0) == 1 && (out.revents & POLLOUT))
        static_cast<void>(!::write(STDOUT_FILENO, line.data(), line.size()));
}

[[noreturn]] void end_process() {
    DraftFile::remove_unfinished();
    std::_Exit(EXIT_SUCCESS);
}

}  // namespace

struct Departure::State {
    std::mutex mutex;
    bool is_over = false;
    Work work = Work::Moments;
    std::string name;  // of the work
};

Departure::Departure() : state_(std::make_shared<State>()) {}

Departure::~Departure() {
    std::lock_guard lock(state_->mutex);
    state_->is_over = true;
}

void Departure::watch_reader(int fd, std::function<void()> on_closed) {
    const auto watch = [fd, on_closed = std::move(on_closed), state = state_] {
        pollfd reader{.fd = fd, .events = 0, .revents = 0};
        int ready = 0;
        do ready = poll(&reader, 1, -1);
        while (ready < 0 && errno == EINTR);
        if (ready != 1) return;
        std::lock_guard lock(state->mutex);
        if (!state->is_over) on_closed();
    };
    try {
        std::thread(watch).detach();
    } catch (const std::system_error&) {
        // Without it a closed pipe is noticed by writing to it.
    }
}

void Departure::begin() {
    if (begun_.exchange(true)) return;
    const auto end_in_time = [state = state_, begun = steady_clock::now()] {
        while (true) {
            std::this_thread::sleep_for(kLookAgain);
            const auto passed = steady_clock::now() - begun;
            std::lock_guard lock(state->mutex);
            if (state->is_over) return;
            if (state->work == Work::Long && passed >= kPatience) {
                print_without_waiting("info string error: quit ended '" + state->name +
                                      "' before it was done; a 'wait' before the 'quit' lets it finish\n");
                end_process();
            }
            if (state->work == Work::Moments && passed >= kLastPatience) end_process();
        }
    };
    try {
        std::thread(end_in_time).detach();
    } catch (const std::system_error&) {
        // It will end when its work is done.
    }
}

Departure::AtWork::AtWork(Departure& departure, Work work, std::string name) : departure_(departure) {
    std::lock_guard lock(departure_.state_->mutex);
    departure_.state_->work = work;
    departure_.state_->name = std::move(name);
}

Departure::AtWork::~AtWork() {
    std::lock_guard lock(departure_.state_->mutex);
    departure_.state_->work = Work::Moments;
}

}  // namespace stillpoint
