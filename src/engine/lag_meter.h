#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "chess/types.h"
#include "search/limits.h"

namespace stillpoint {

// Learns how much time is lost between us and the clock: what the clock lost during our move beyond what we
// used. Slow pipes, busy machines and network play show up here.
class LagMeter {
public:
    void reset() { *this = LagMeter{}; }

    // At each `go` with a clock: what it shows now, and which move it is.
    void on_go(Color us, int game_ply, Milliseconds remaining, Milliseconds increment) {
        // Only comparable with the clock two plies ago in the same game.
        if (last_remaining_ && us == last_us_ && game_ply == last_ply_ + 2 && used_) {
            const Milliseconds lost = *last_remaining_ + last_increment_ - remaining - *used_;
            if (lost >= 0 && lost < kPlausible) {
                largest_ = std::max(lost, largest_ - (largest_ - lost + kMemory - 1) / kMemory);
                mean_ += (static_cast<double>(lost) - mean_) / kMemory;
            }
        }
        last_us_ = us;
        last_ply_ = game_ply;
        last_remaining_ = remaining;
        last_increment_ = increment;
        used_.reset();
    }

    // When our move is sent: how long we thought, by our own watch.
    void on_answer(Milliseconds used) { used_ = used; }

    // The largest recent loss, slowly forgotten: what a single move must be safe from.
    Milliseconds largest() const { return largest_; }
    // The mean of recent losses: what all the moves to come will cost.
    Milliseconds typical() const { return std::llround(mean_); }

private:
    static constexpr Milliseconds kPlausible = 5000;  // more is a break or another game
    static constexpr int kMemory = 8;                 // moves

    Color last_us_ = Color::White;
    int last_ply_ = -10;
    std::optional<Milliseconds> last_remaining_;
    Milliseconds last_increment_ = 0;
    std::optional<Milliseconds> used_;
    Milliseconds largest_ = 0;
    double mean_ = 0;
};

}  // namespace stillpoint
