#pragma once

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include "util/terminal.h"

namespace stillpoint {

// "######----   42 %  ETA 1:05  12/30 games": one line, without colour. What is not known is left out.
struct ProgressState {
    std::optional<double> fraction;
    std::string note;
    double seconds_left = -1;
};
std::string progress_line(const ProgressState& state, int width, bool unicode);

// A bar on standard error that is redrawn in place; in a file, a line now and then; in a pipe, nothing. The
// time left is estimated from what was done since the bar was made.
class ProgressBar {
public:
    explicit ProgressBar(bool quiet = false, double start_fraction = 0);
    ~ProgressBar() { finish(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    // Redraws only now and then, however often it is called. Without a fraction, there is no end to wait for.
    void show(std::optional<double> fraction, const std::string& note);
    // Removes the bar.
    void finish();

private:
    using Clock = std::chrono::steady_clock;
    const bool quiet_, terminal_;
    const TerminalStyle style_;
    const double start_fraction_;
    const Clock::time_point start_ = Clock::now();
    Clock::time_point last_{};
    bool drawn_ = false;
};

}  // namespace stillpoint
