#include "uci/output.h"

#include "uci/printable.h"

namespace stillpoint {

void Output::line(std::string_view text) {
    std::lock_guard lock(mutex_);
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fputc('\n', stdout) == EOF ||
        std::fflush(stdout) != 0)
        closed_ = true;
    if (log_) {
        std::fprintf(log_, "<< %.*s\n", static_cast<int>(text.size()), text.data());
        std::fflush(log_);
    }
}

void Output::note(std::string_view text) { line("info string " + printable(text)); }

bool Output::open_log(const std::string& path) {
    // Appending: a log the user named is never overwritten.
    std::FILE* const log = path.empty() ? nullptr : std::fopen(path.c_str(), "a");
    if (!log && !path.empty()) return false;
    std::lock_guard lock(mutex_);
    if (log_) std::fclose(log_);
    log_ = log;
    return true;
}

void Output::log_input(std::string_view text) {
    std::lock_guard lock(mutex_);
    if (!log_) return;
    std::fprintf(log_, ">> %.*s\n", static_cast<int>(text.size()), text.data());
    std::fflush(log_);
}

}  // namespace stillpoint
