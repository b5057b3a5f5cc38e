#include "search/clock.h"

#include <algorithm>

namespace stillpoint {

namespace {

// Without a number of moves to go, plan as if this many were to be played.
constexpr int kHorizonMoves = 42;
constexpr int kMaxMovesToGo = 50;
constexpr double kMaxShareOfClock = 0.78;
constexpr double kHardOverSoft = 5.0;
constexpr int kEarlyPly = 24;

}  // namespace

TimeBudget allot_time(const ClockState& clock, const Params& params) {
    const double overhead = static_cast<double>(std::clamp<Milliseconds>(clock.overhead, 0, 60'000));
    const double spike = static_cast<double>(std::clamp<Milliseconds>(clock.spike, 0, 60'000));
    const double remaining = static_cast<double>(std::clamp<Milliseconds>(clock.remaining, 0, 1'000'000'000));
    const double increment = static_cast<double>(std::clamp<Milliseconds>(clock.increment, 0, 1'000'000'000));
    const int horizon = clock.moves_to_go > 0 ? std::min(clock.moves_to_go, kMaxMovesToGo) : kHorizonMoves;

    // Every move to come costs its overhead and brings its increment.
    const double pool = std::max(1.0, remaining + increment * (horizon - 1) - overhead * (horizon + 2));
    // The opening needs less thought than the middle game that follows.
    const double phase = 0.8 + 0.2 * std::min(std::max(clock.game_ply, 0), kEarlyPly) / kEarlyPly;
    const double soft = pool / horizon * phase * params.tm_base_1024 / 1024.0;

    // With the last move before the time control, all of the clock may be used.
    const double share = clock.moves_to_go == 1 ? 0.95 : kMaxShareOfClock;
    const double ceiling = std::max(1.0, std::min(remaining * share, remaining - overhead - spike));
    TimeBudget budget;
    budget.hard = static_cast<Milliseconds>(std::clamp(soft * kHardOverSoft, 1.0, ceiling));
    budget.soft = std::clamp<Milliseconds>(static_cast<Milliseconds>(soft), 1, budget.hard);
    return budget;
}

double time_factor(const IterationSignals& s, const Params& p) {
    // Nothing to decide: the search only serves to have a line to show.
    if (s.legal_moves == 1) return 0.05;
    const double falling =
        std::clamp(p.tm_falling_base + p.tm_falling_mul * s.score_fall + p.tm_falling_mul / 2 * s.recent_fall,
                   p.tm_falling_min, p.tm_falling_max) /
        1024.0;
    const double stability =
        std::max(p.tm_stability_max - p.tm_stability_step * s.stable_iterations, p.tm_stability_min) / 1024.0;
    const double instability = 1.0 + p.tm_instability_mul / 1024.0 * s.best_move_changes;
    const double effort = s.effort_share * 100 >= p.tm_effort_percent ? p.tm_effort_factor / 1024.0 : 1.0;
    return falling * stability * instability * effort;
}

}  // namespace stillpoint
