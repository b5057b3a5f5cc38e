#include "search/clock.h"

#include <algorithm>

namespace stillpoint {

namespace {

constexpr int kMaxMovesToGo = 50;
// What one move may take of the clock at most; the last move before the time control may take nearly all.
constexpr double kMaxShareOfClock = 0.78;
constexpr double kMaxShareOfLastMove = 0.95;
// The opening needs less thought than the middle game that follows: the first move gets this share, moves
// from the given ply on all of it.
constexpr double kFirstMoveShare = 0.8;
constexpr int kFullShareFromPly = 24;
// With one legal move there is nothing to decide: the search only serves to have a line to show.
constexpr double kOnlyMoveFactor = 0.05;
constexpr Milliseconds kLongestOverhead = 60'000;
constexpr Milliseconds kLongestClock = 1'000'000'000;

}  // namespace

TimeBudget allot_time(const ClockState& clock, const Tuning& tuning) {
    const Params& params = tuning.params;
    const auto within = [](Milliseconds value, Milliseconds max) {
        return static_cast<double>(std::clamp<Milliseconds>(value, 0, max));
    };
    const double overhead = within(clock.overhead, kLongestOverhead);
    const double spike = within(clock.spike, kLongestOverhead);
    const double remaining = within(clock.remaining, kLongestClock);
    const double increment = within(clock.increment, kLongestClock);
    // Without a number of moves to go, plan as if tm_horizon were to be played.
    const int horizon =
        clock.moves_to_go > 0 ? std::min(clock.moves_to_go, kMaxMovesToGo) : params.tm_horizon;

    // Every move to come costs its overhead and brings its increment.
    const double pool = std::max(1.0, remaining + increment * (horizon - 1) - overhead * (horizon + 2));
    const int ply = std::clamp(clock.game_ply, 0, kFullShareFromPly);
    const double first = tuning.features.time_opening ? kFirstMoveShare : 1;
    const double phase = first + (1 - first) * ply / kFullShareFromPly;
    // Games are decided early and many moves are made quickly: this one gets more than its even share, unless
    // it is the last of all.
    const double soft = pool * phase / (1 + (horizon - 1) * 1024.0 / params.tm_base_1024);

    const double share = clock.moves_to_go == 1 ? kMaxShareOfLastMove : kMaxShareOfClock;
    const double ceiling = std::max(1.0, std::min(remaining * share, remaining - overhead - spike));
    TimeBudget budget;
    budget.hard = static_cast<Milliseconds>(std::clamp(soft * params.tm_hard_percent / 100.0, 1.0, ceiling));
    budget.soft = std::clamp<Milliseconds>(static_cast<Milliseconds>(soft), 1, budget.hard);
    return budget;
}

double time_factor(const IterationSignals& s, const Tuning& tuning) {
    const Params& p = tuning.params;
    const Features& on = tuning.features;
    if (s.legal_moves == 1 && on.time_only_move) return kOnlyMoveFactor;
    double factor = 1;
    if (on.time_falling)
        factor *= std::clamp(p.tm_falling_base + p.tm_falling_mul * s.score_fall +
                                 p.tm_falling_mul / 2 * s.recent_fall,
                             p.tm_falling_min, p.tm_falling_max) /
                  1024.0;
    if (on.time_stability)
        factor *= (p.tm_stability_max - (p.tm_stability_max - p.tm_stability_min) * s.stable_share) / 1024.0;
    if (on.time_instability) factor *= 1.0 + p.tm_instability_mul / 1024.0 * s.best_move_changes;
    if (on.time_effort && s.effort_share * 100 >= p.tm_effort_percent) factor *= p.tm_effort_factor / 1024.0;
    return factor;
}

}  // namespace stillpoint
