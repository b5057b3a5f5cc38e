#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "chess/types.h"
#include "search/limits.h"

namespace stillpoint {

// Learns how much more time a move costs than it was given: what the clock lost beyond what we used, which
// shows slow pipes and networks, and how late our own answer came, which shows a machine that lets us wait.
class LagMeter {
public:
    void reset() { *this = LagMeter{}; }

    // At each `go` with a clock: what it shows now, and which move it is.
    void on_go(Color us, int game_ply, Milliseconds remaining, Milliseconds increment) {
        // Only comparable with the clock two plies ago in the same game.
        if (last_remaining_ && us == last_us_ && game_ply == last_ply_ + 2 && answered_) {
            const Milliseconds lost = *last_remaining_ + last_increment_ - remaining - used_;
            const bool plausible = lost >= 0 && lost < kPlausible;
            if (plausible || late_ > 0) learn(late_ + (plausible ? lost : 0));
        }
        last_us_ = us;
        last_ply_ = game_ply;
        last_remaining_ = remaining;
        last_increment_ = increment;
        answered_ = false;
    }

    // When our move is sent: how long we thought, by our own watch, and how much of that was too long.
    void on_answer(Milliseconds used, Milliseconds late) {
        answered_ = true;
        used_ = used;
        late_ = std::clamp<Milliseconds>(late, 0, kPlausible);
    }

    // The largest recent loss, slowly forgotten: what a single move must be safe from.
    Milliseconds largest() const { return largest_; }
    // The mean of recent losses: what all the moves to come will cost.
    Milliseconds typical() const { return std::llround(mean_); }

private:
    static constexpr Milliseconds kPlausible = 5000;  // more is a break or another game
    static constexpr int kMemory = 8;                 // moves

    void learn(Milliseconds lost) {
        largest_ = std::max(lost, largest_ - (largest_ - lost + kMemory - 1) / kMemory);
        mean_ += (static_cast<double>(lost) - mean_) / kMemory;
    }

    Color last_us_ = Color::White;
    int last_ply_ = -10;
    std::optional<Milliseconds> last_remaining_;
    Milliseconds last_increment_ = 0;
    bool answered_ = false;
    Milliseconds used_ = 0;
    Milliseconds late_ = 0;
    Milliseconds largest_ = 0;
    double mean_ = 0;
};

}  // namespace stillpoint
