#include "uci/output.h"

namespace stillpoint {

namespace {

std::string printable(std::string_view text) {
    std::string out;
    for (char c : text) out += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
    return out;
}

}  // namespace

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
    std::lock_guard lock(mutex_);
    if (log_) std::fclose(log_);
    log_ = nullptr;
    if (path.empty()) return true;
    // Appending: a log the user named is never overwritten.
    log_ = std::fopen(path.c_str(), "a");
    return log_ != nullptr;
}

void Output::log_input(std::string_view text) {
    std::lock_guard lock(mutex_);
    if (!log_) return;
    std::fprintf(log_, ">> %.*s\n", static_cast<int>(text.size()), text.data());
    std::fflush(log_);
}

}  // namespace stillpoint
