#include "uci/inbox.h"

#include <string_view>
#include <thread>

#include "util/machine.h"

namespace stillpoint {

namespace {

// A sender this far ahead of us can wait.
constexpr std::size_t kMaxWaitingBytes = std::size_t{16} << 20;

std::string_view command_word(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return line.substr(begin, line.find_first_of(" \t\r", begin) - begin);
}

}  // namespace

struct Inbox::State {
    std::mutex mutex;
    std::condition_variable changed;
    Urgent urgent;
    std::deque<LineReader::Line> lines;
    std::size_t bytes = 0;  // in all lines
    bool ended = false;     // no more lines will come
    int queued_gos = 0;
    int queued_waits = 0;
    bool executes_wait = false;  // the last line taken out was a `wait`
    bool waits_for_search = false;
    bool was_stopped = false;  // the search that is waited for

    // A search that was stopped ends in a moment: then `isready` may as well have its turn.
    bool answers_ready() const { return waits_for_search && !was_stopped && urgent.searching(); }

    void count(std::string_view word, int change) {
        if (word == "go") queued_gos += change;
        if (word == "wait") queued_waits += change;
    }

    void put(LineReader::Line line) {
        const std::string_view word = command_word(line.text);
        const bool has_turn = executes_wait || queued_waits > 0;
        if (word == "isready" && answers_ready() && !has_turn) return urgent.ready();
        if (word == "stop" && queued_gos == 0) {
            urgent.stop();
            was_stopped = true;
        }
        if (word == "quit" && !has_turn) {
            urgent.quit();
            ended = true;
        }
        count(word, 1);
        bytes += line.text.size();
        lines.push_back(std::move(line));
    }

    LineReader::Line take() {
        LineReader::Line line = std::move(lines.front());
        lines.pop_front();
        const std::string_view word = command_word(line.text);
        count(word, -1);
        executes_wait = word == "wait";
        bytes -= line.text.size();
        return line;
    }

    // Does what lines that came before the wait began would have done in it.
    void catch_up() {
        bool behind_go = false, has_turn = executes_wait;
        for (auto line = lines.begin(); line != lines.end();) {
            const std::string_view word = command_word(line->text);
            behind_go |= word == "go";
            has_turn |= word == "wait";
            if (word == "stop" && !behind_go) {
                urgent.stop();
                was_stopped = true;
            }
            if (word == "isready" && !has_turn && answers_ready()) {
                urgent.ready();
                bytes -= line->text.size();
                line = lines.erase(line);
            } else {
                ++line;
            }
        }
    }
};

Inbox::Inbox(int fd, Urgent urgent) : state_(std::make_shared<State>()) {
    state_->urgent = std::move(urgent);
    std::thread([fd, state = state_] { read(fd, state); }).detach();
}

Inbox::~Inbox() { close(); }

void Inbox::read(int fd, const std::shared_ptr<State>& state) {
    ask_for_short_turns();
    LineReader reader(fd);
    while (auto line = reader.next()) {
        std::unique_lock lock(state->mutex);
        state->changed.wait(lock, [&] { return state->bytes < kMaxWaitingBytes || state->ended; });
        if (state->ended) return;
        state->put(std::move(*line));
        state->changed.notify_all();
        if (state->ended) return;
    }
    std::lock_guard lock(state->mutex);
    if (state->ended) return;
    state->ended = true;
    if (state->waits_for_search) state->urgent.ended();
    state->changed.notify_all();
}

std::optional<LineReader::Line> Inbox::next() {
    std::unique_lock lock(state_->mutex);
    state_->executes_wait = false;
    state_->changed.wait(lock, [&] { return !state_->lines.empty() || state_->ended; });
    if (state_->lines.empty()) return std::nullopt;
    state_->changed.notify_all();
    return state_->take();
}

void Inbox::close() {
    std::lock_guard lock(state_->mutex);
    state_->ended = true;
    state_->lines.clear();
    state_->bytes = 0;
    state_->queued_gos = state_->queued_waits = 0;
    state_->changed.notify_all();
}

Inbox::SearchWait::SearchWait(Inbox& inbox) : inbox_(inbox) {
    State& state = *inbox_.state_;
    std::lock_guard lock(state.mutex);
    state.waits_for_search = true;
    state.was_stopped = false;
    if (state.ended) state.urgent.ended();
    state.catch_up();
}

Inbox::SearchWait::~SearchWait() {
    std::lock_guard lock(inbox_.state_->mutex);
    inbox_.state_->waits_for_search = false;
}

}  // namespace stillpoint
