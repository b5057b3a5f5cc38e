#include "programs/board/open_answers.h"

namespace stillpoint {

namespace {

std::string_view first_word(std::string_view line) { return line.substr(0, line.find_first_of(" \t\r")); }

}  // namespace

void OpenAnswers::asked(std::string_view command) {
    const std::string_view word = first_word(command);
    std::lock_guard lock(mutex_);
    // A count of positions ends without a move.
    if (word == "go" && command.find(" perft") == std::string_view::npos) ++searches_;
    if (word == "isready") ++questions_;
}

void OpenAnswers::answered(std::string_view line) {
    const std::string_view word = first_word(line);
    std::lock_guard lock(mutex_);
    if (word == "bestmove" && searches_ > 0) --searches_;
    if (word == "readyok" && questions_ > 0) --questions_;
    changed_.notify_all();
}

void OpenAnswers::forget() {
    std::lock_guard lock(mutex_);
    searches_ = questions_ = 0;
    changed_.notify_all();
}

bool OpenAnswers::any() const {
    std::lock_guard lock(mutex_);
    return searches_ + questions_ > 0;
}

bool OpenAnswers::settle(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return searches_ + questions_ == 0; });
}

}  // namespace stillpoint
