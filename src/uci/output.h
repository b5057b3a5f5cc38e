#pragma once

#include <atomic>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace stillpoint {

// Writes whole lines to standard output from any thread, and to a log file if one is open. Notices when
// nobody reads any more; that is not fatal.
class Output {
public:
    Output() = default;
    ~Output() { open_log(""); }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void line(std::string_view text);
    // Lines go there instead of standard output.
    void redirect(std::function<void(std::string_view)> print) { print_ = std::move(print); }
    // `info string ...`, as one printable line.
    void note(std::string_view text);
    // What went wrong, as a note, or on standard error if that was asked for.
    enum class Fault { None, Failed, Usage };
    void error(std::string_view text, Fault fault = Fault::Failed);

    // For commands on the command line: there is no GUI that reads notes, but a shell that reads the exit
    // code.
    void send_errors_to_stderr() { errors_to_stderr_ = true; }
    // The worst so far.
    Fault fault() const { return fault_; }

    // An empty path closes the log. False if the file can't be written; the old log then stays open.
    bool open_log(const std::string& path);
    void log_input(std::string_view text);

    // Whether the reader has gone away.
    bool is_closed() const { return closed_; }
    void close() { closed_ = true; }

private:
    // Needs the lock. A log that can't be written (the disk is full) is given up, with one message.
    void log(std::string_view direction, std::string_view text);

    std::mutex mutex_;
    std::function<void(std::string_view)> print_;
    std::FILE* log_ = nullptr;
    std::atomic<bool> closed_{false};
    std::atomic<bool> errors_to_stderr_{false};
    std::atomic<Fault> fault_{Fault::None};
};

}  // namespace stillpoint
