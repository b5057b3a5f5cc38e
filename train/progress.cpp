#include "train/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace stillpoint::train {

namespace {

constexpr int kBarWidth = 20;

// .03412: the zero before the point would be the same on every line.
std::string loss_text(double loss, int digits) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*f", digits, loss);
    return text[0] == '0' ? text + 1 : text;
}

}  // namespace

std::string clock_text(double seconds) {
    if (!(seconds >= 0.0) || seconds > 360000.0 * 3600) return "?";
    const auto s = static_cast<long long>(seconds + 0.5);
    char text[40];
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
    return text;
}

std::string count_text(double count) {
    char text[40];
    if (count >= 1e6)
        std::snprintf(text, sizeof text, "%.2fM", count / 1e6);
    else if (count >= 1e3)
        std::snprintf(text, sizeof text, "%.0fk", count / 1e3);
    else
        std::snprintf(text, sizeof text, "%.0f", count);
    return text;
}

std::string progress_line(const Settings& settings, const ProgressView& view) {
    const std::uint64_t per = settings.batches_per_superbatch(), total = settings.total_batches();
    const std::uint64_t superbatch = std::min<std::uint64_t>(view.step / per + 1, total / per);
    const auto filled = static_cast<int>(kBarWidth * view.step / total);
    std::string line =
        "sb " + std::to_string(superbatch) + "/" + std::to_string(settings.superbatches) + " [";
    for (int i = 0; i < kBarWidth; ++i) line += i < filled ? '#' : '.';
    line += "] loss " + loss_text(view.loss, 5);
    if (view.validation.positions > 0)
        line += " val " + loss_text(view.validation.loss, 5) + " (eval " +
                loss_text(view.validation.eval_loss, 4) + " wdl " +
                loss_text(view.validation.result_loss, 4) + ")";
    char rate[40];
    std::snprintf(rate, sizeof rate, "%.1e", view.learning_rate);
    line += std::string(" lr ") + rate + " " + count_text(view.positions_per_second) + " pos/s ETA ";
    const double left = static_cast<double>(total - view.step) * settings.batch;
    return line + (view.positions_per_second > 0.0 ? clock_text(left / view.positions_per_second) : "?");
}

ProgressDisplay::~ProgressDisplay() {
    if (open_) std::puts("");
}

bool ProgressDisplay::due() const {
    return Clock::now() - last_ >=
           (terminal_ ? std::chrono::milliseconds(500) : std::chrono::milliseconds(60000));
}

void ProgressDisplay::show(const std::string& line) {
    last_ = Clock::now();
    if (!terminal_) {
        print(line);
        return;
    }
    std::printf("\r%s\033[K", line.c_str());
    std::fflush(stdout);
    open_ = true;
}

void ProgressDisplay::print(const std::string& line) {
    if (open_) std::printf("\r\033[K");
    open_ = false;
    std::puts(line.c_str());
    std::fflush(stdout);
}

}  // namespace stillpoint::train
