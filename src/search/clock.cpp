#include "search/clock.h"

#include <algorithm>

namespace stillpoint {

namespace {

constexpr int kMaxMovesToGo = 50;
constexpr double kMaxShareOfClock = 0.78;
constexpr int kEarlyPly = 24;

}  // namespace

TimeBudget allot_time(const ClockState& clock, const Params& params) {
    const double overhead = static_cast<double>(std::clamp<Milliseconds>(clock.overhead, 0, 60'000));
    const double spike = static_cast<double>(std::clamp<Milliseconds>(clock.spike, 0, 60'000));
    const double remaining = static_cast<double>(std::clamp<Milliseconds>(clock.remaining, 0, 1'000'000'000));
    const double increment = static_cast<double>(std::clamp<Milliseconds>(clock.increment, 0, 1'000'000'000));
    // Without a number of moves to go, plan as if tm_horizon were to be played.
    const int horizon =
        clock.moves_to_go > 0 ? std::min(clock.moves_to_go, kMaxMovesToGo) : params.tm_horizon;

    // Every move to come costs its overhead and brings its increment.
    const double pool = std::max(1.0, remaining + increment * (horizon - 1) - overhead * (horizon + 2));
    // The opening needs less thought than the middle game that follows.
    const double phase = 0.8 + 0.2 * std::min(std::max(clock.game_ply, 0), kEarlyPly) / kEarlyPly;
    // Games are decided early and many moves are made quickly: this one gets more than its even share, unless
    // it is the last of all.
    const double soft = pool * phase / (1 + (horizon - 1) * 1024.0 / params.tm_base_1024);

    // With the last move before the time control, all of the clock may be used.
    const double share = clock.moves_to_go == 1 ? 0.95 : kMaxShareOfClock;
    const double ceiling = std::max(1.0, std::min(remaining * share, remaining - overhead - spike));
    TimeBudget budget;
    budget.hard = static_cast<Milliseconds>(std::clamp(soft * params.tm_hard_percent / 100.0, 1.0, ceiling));
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
        (p.tm_stability_max - (p.tm_stability_max - p.tm_stability_min) * s.stable_share) / 1024.0;
    const double instability = 1.0 + p.tm_instability_mul / 1024.0 * s.best_move_changes;
    const double effort = s.effort_share * 100 >= p.tm_effort_percent ? p.tm_effort_factor / 1024.0 : 1.0;
    return falling * stability * instability * effort;
}

}  // namespace stillpoint
