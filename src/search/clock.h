#pragma once

#include "search/limits.h"
#include "search/tuning.h"

namespace stillpoint {

// What is on the clock when a move begins.
struct ClockState {
    Milliseconds remaining = 0;
    Milliseconds increment = 0;
    int moves_to_go = 0;        // 0: the rest of the game
    Milliseconds overhead = 0;  // what every move loses on the way
    Milliseconds spike = 0;     // what some move may lose beyond that
    int game_ply = 0;
};

// How long a move may take: `soft` is what an ordinary move should use, `hard` what none may exceed.
struct TimeBudget {
    Milliseconds soft = 0;
    Milliseconds hard = 0;
};

// Any input, even a negative clock, gives 1 <= soft <= hard; hard leaves overhead and spike on the clock
// wherever there is more than that.
TimeBudget allot_time(const ClockState& clock, const Tuning& tuning);

// What an iteration tells about whether the next one is worth its time.
struct IterationSignals {
    int score_fall = 0;            // centipawns below the last move's search
    int recent_fall = 0;           // centipawns below the score some iterations ago
    double stable_share = 0;       // of the iterations, those since the best move changed
    double best_move_changes = 0;  // per thread, recent ones weighing most
    double effort_share = 0;       // of the nodes spent on the best move
    int legal_moves = 2;
};

// By how much to stretch or shorten the soft limit.
double time_factor(const IterationSignals& signals, const Tuning& tuning);

// The time side of a running search.
struct ClockPlan {
    Stopwatch stopwatch;  // since `go` arrived, ponder time included
    bool active = false;  // a budget applies
    TimeBudget budget;
};

}  // namespace stillpoint
