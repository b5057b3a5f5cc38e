#pragma once

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

namespace stillpoint {

// Whole lines to standard output from any thread, copied to a log file if one is open. A reader that went
// away is noticed, not fatal.
class Output {
public:
    Output() = default;
    ~Output() { open_log(""); }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void line(std::string_view text);
    // `info string ...`, as one printable line.
    void note(std::string_view text);

    // Empty closes the log. False if the file can't be written; the old log then stays.
    bool open_log(const std::string& path);
    void log_input(std::string_view text);

    // Nobody reads us any more.
    bool is_closed() const { return closed_; }

private:
    // With the lock held. A log that can't be written (the disk is full) is given up, and that is said once.
    void log(std::string_view direction, std::string_view text);

    std::mutex mutex_;
    std::FILE* log_ = nullptr;
    std::atomic<bool> closed_{false};
};

}  // namespace stillpoint
