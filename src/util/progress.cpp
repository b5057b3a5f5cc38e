#include "util/progress.h"

#include <algorithm>
#include <cmath>

#include "util/text.h"

namespace stillpoint {

namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr auto kLogLine = std::chrono::seconds(30);

}  // namespace

std::string progress_line(const ProgressState& state, int width, bool unicode) {
    if (!state.fraction) return fit_width(state.note, width, unicode);
    const double fraction = std::clamp(*state.fraction, 0.0, 1.0);
    char percent[16];
    std::snprintf(percent, sizeof percent, "%3d %%", static_cast<int>(fraction * 100));
    std::string text = std::string("  ") + percent + "  ";
    // Before the note: a long one is cut off at its end.
    if (state.seconds_left >= 0)
        text += "ETA " + short_time(static_cast<std::int64_t>(state.seconds_left * 1000)) + "  ";
    text += state.note;
    const int cells = std::clamp(width - display_width(text) - 1, 0, 30);
    if (cells < 5) return fit_width(text.substr(2), width, unicode);
    const int full = static_cast<int>(fraction * cells);
    std::string bar;
    for (int i = 0; i < cells; ++i) bar += i < full ? (unicode ? "█" : "#") : (unicode ? "░" : "-");
    return bar + text;
}

ProgressBar::ProgressBar(bool quiet, double start_fraction)
    : quiet_(quiet || is_pipe(stderr)),
      terminal_(is_terminal(stderr)),
      style_(detect_style(stderr)),
      start_fraction_(start_fraction) {
    if (!terminal_) last_ = start_;
}

void ProgressBar::show(std::optional<double> fraction, const std::string& note) {
    const auto now = Clock::now();
    if (quiet_ || now - last_ < (terminal_ ? Clock::duration(kRedraw) : Clock::duration(kLogLine))) return;
    last_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double done = fraction.value_or(0) - start_fraction_;
    ProgressState state{fraction, note, -1};
    if (done > 0 && seconds > 1) state.seconds_left = seconds * (1 - *fraction) / done;
    const std::string line = progress_line(state, style_.width, style_.unicode);
    std::fprintf(stderr, terminal_ ? "\r%s\x1b[K" : "%s\n", line.c_str());
    std::fflush(stderr);
    drawn_ = terminal_;
}

void ProgressBar::finish() {
    if (drawn_) std::fputs("\r\x1b[K", stderr);
    drawn_ = false;
}

}  // namespace stillpoint
