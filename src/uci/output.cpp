#include "uci/output.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "util/text.h"
#include "util/utf8.h"

namespace stillpoint {

namespace {

bool write_line(std::FILE* file, std::string_view start, std::string_view text) {
    return std::fwrite(start.data(), 1, start.size(), file) == start.size() &&
           std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fputc('\n', file) != EOF &&
           std::fflush(file) == 0;
}

}  // namespace

void Output::line(std::string_view text) {
    std::lock_guard lock(mutex_);
    if (print_)
        print_(text);
    else if (!write_line(stdout, "", text))
        closed_ = true;
    log("<< ", text);
}

void Output::note(std::string_view text) { line("info string " + printable(text)); }

void Output::error(std::string_view text, Fault fault) {
    fault_ = std::max(fault_.load(), fault);
    if (!errors_to_stderr_) return note(concat({"error: ", text}));
    std::lock_guard lock(mutex_);
    write_line(stderr, "stillpoint: ", printable(text));
}

bool Output::open_log(const std::string& path) {
    // Append: never overwrite a file the user has named.
    std::FILE* const log = path.empty() ? nullptr : std::fopen(path.c_str(), "a");
    if (!log && !path.empty()) return false;
    std::lock_guard lock(mutex_);
    if (log_) std::fclose(log_);
    log_ = log;
    return true;
}

void Output::log_input(std::string_view text) {
    std::lock_guard lock(mutex_);
    log(">> ", text);
}

void Output::log(std::string_view direction, std::string_view text) {
    if (!log_) return;
    if (write_line(log_, direction, text)) return;
    const std::string reason = std::strerror(errno);
    std::fclose(std::exchange(log_, nullptr));
    if (!write_line(stdout, "info string error: the log can't be written and ends here: ", reason))
        closed_ = true;
}

}  // namespace stillpoint
