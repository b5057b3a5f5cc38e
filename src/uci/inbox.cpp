#include "uci/inbox.h"

#include <string_view>
#include <thread>

namespace stillpoint {

namespace {

// A sender this far ahead of us can wait.
constexpr std::size_t kMaxWaitingBytes = std::size_t{16} << 20;

std::string_view first_word(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return line.substr(begin, line.find_first_of(" \t\r", begin) - begin);
}

}  // namespace

Inbox::Inbox(int fd) : state_(std::make_shared<State>()) {
    std::thread([fd, state = state_] { read(fd, state); }).detach();
}

Inbox::~Inbox() { close(); }

void Inbox::read(int fd, const std::shared_ptr<State>& state) {
    LineReader reader(fd);
    while (auto line = reader.next()) {
        std::unique_lock lock(state->mutex);
        state->changed.wait(lock, [&] { return state->bytes < kMaxWaitingBytes || state->ended; });
        if (state->ended) return;
        const std::string_view word = first_word(line->text);
        if (state->stop && word == "stop") {
            state->stop();
            if (state->after == After::Taken) continue;
        }
        // From here on a `stop` is meant for another search.
        if (word == "go") state->stop = nullptr;
        state->bytes += line->text.size();
        state->lines.push_back(std::move(*line));
        state->changed.notify_all();
    }
    std::lock_guard lock(state->mutex);
    state->ended = true;
    state->changed.notify_all();
}

std::optional<LineReader::Line> Inbox::next() {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [&] { return !state_->lines.empty() || state_->ended; });
    if (state_->lines.empty()) return std::nullopt;
    LineReader::Line line = std::move(state_->lines.front());
    state_->lines.pop_front();
    state_->bytes -= line.text.size();
    state_->changed.notify_all();
    return line;
}

void Inbox::close() {
    std::lock_guard lock(state_->mutex);
    state_->ended = true;
    state_->lines.clear();
    state_->bytes = 0;
    state_->changed.notify_all();
}

Inbox::StopWatch::StopWatch(Inbox& inbox, After after, std::function<void()> stop) : inbox_(inbox) {
    State& state = *inbox_.state_;
    std::lock_guard lock(state.mutex);
    state.after = after;
    for (auto line = state.lines.begin(); line != state.lines.end();) {
        const std::string_view word = first_word(line->text);
        if (word == "go") return;
        if (word == "stop") stop();
        if (word == "stop" && after == After::Taken) {
            state.bytes -= line->text.size();
            line = state.lines.erase(line);
        } else {
            ++line;
        }
    }
    state.stop = std::move(stop);
}

Inbox::StopWatch::~StopWatch() {
    std::lock_guard lock(inbox_.state_->mutex);
    inbox_.state_->stop = nullptr;
}

}  // namespace stillpoint
