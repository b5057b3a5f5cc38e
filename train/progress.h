#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "train/settings.h"
#include "train/validation.h"

namespace stillpoint::train {

// The state of the run that is shown.
struct ProgressView {
    std::uint64_t step = 0;
    double loss = 0.0;
    ValidationReport validation{};  // the latest
    double learning_rate = 0.0;
    double positions_per_second = 0.0;
};
// sb 12/40 [#####...] loss .03412 val .03457 (eval .0298 wdl .1071) lr 6.1e-4 1.08M pos/s ETA 0:22:41
std::string progress_line(const Settings& settings, const ProgressView& view);

std::string clock_text(double seconds);  // 0:22:41
std::string count_text(double count);    // 1.08M

// Shows the line: rewritten in place on a terminal, printed now and then anywhere else.
class ProgressDisplay {
public:
    explicit ProgressDisplay(bool terminal) : terminal_(terminal) {}
    ~ProgressDisplay();
    ProgressDisplay(const ProgressDisplay&) = delete;
    ProgressDisplay& operator=(const ProgressDisplay&) = delete;

    // Whether it is time for another line; making one costs something.
    bool due() const;
    void show(const std::string& line);
    // A line that stays.
    void print(const std::string& line);

private:
    using Clock = std::chrono::steady_clock;
    bool terminal_;
    bool open_ = false;  // an unfinished line stands on the terminal
    Clock::time_point last_ = Clock::now();
};

}  // namespace stillpoint::train
