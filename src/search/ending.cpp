#include "search/ending.h"

#include <algorithm>

namespace stillpoint {

namespace {

// A mate in hand won't become shorter by thinking much longer: this share of the time is enough, once it was
// searched twice as deep as it is far.
constexpr double kMateInHandShare = 0.1;
constexpr int kMateInHandDepth = 2;
// A search whose best move has been the same for longer doesn't begin an iteration it can't finish.
constexpr int kStableIterations = 2;

}  // namespace

void Ending::check(std::uint64_t nodes, Milliseconds elapsed, bool has_answer) {
    if (limits_.nodes && nodes >= *limits_.nodes) over_ = true;
    if (!has_answer || pondering_) return;
    if (clock_.active && elapsed >= clock_.budget.hard)
        end_by_clock(elapsed);
    else if (over_at_ponder_hit_)
        over_ = true;
}

// A search that pondered may be past its limit as soon as its clock runs, without being late.
void Ending::end_by_clock(Milliseconds elapsed) {
    if (!over_) due_ = pondered_ ? elapsed : std::min(elapsed, clock_.budget.hard);
    over_ = true;
}

void Ending::check_iteration(const IterationResult& result, const Tuning& tuning) {
    if (limits_.infinite) return;
    const bool found_mate = limits_.mate && (is_mate(result.score) || is_mated(result.score)) &&
                            result.exact && kMateScore - std::abs(result.score) <= 2 * *limits_.mate;
    if (found_mate || (limits_.soft_nodes && result.nodes >= *limits_.soft_nodes)) {
        over_ = true;
        return;
    }
    // A fixed time is used up.
    if (!clock_.active || limits_.move_time || !suffices(result, tuning)) return;
    // The opponent's move must come first.
    if (pondering_)
        over_at_ponder_hit_ = true;
    else
        end_by_clock(result.elapsed);
}

// Whether the time spent on the iterations so far is enough.
bool Ending::suffices(const IterationResult& result, const Tuning& tuning) const {
    const double wanted =
        std::min(static_cast<double>(clock_.budget.soft) * time_factor(result.signals, tuning),
                 static_cast<double>(clock_.budget.hard));
    const double used = static_cast<double>(result.elapsed);
    const bool mate_in_hand =
        is_mate(result.score) && kMateScore - result.score <= result.depth / kMateInHandDepth;
    if (mate_in_hand && used > wanted * kMateInHandShare) return true;
    // The next iteration takes longer than this one did.
    const bool no_time_for_another = result.stable_iterations > kStableIterations &&
                                     used * 100 >= wanted * tuning.params.tm_next_iteration_percent;
    return used >= wanted || no_time_for_another;
}

void Ending::stop() {
    {
        std::lock_guard lock(mutex_);
        answer_wanted_ = true;
        over_ = true;
    }
    changed_.notify_all();
}

void Ending::ponder_hit() {
    {
        std::lock_guard lock(mutex_);
        pondering_ = false;
        if (over_at_ponder_hit_) over_ = true;
    }
    changed_.notify_all();
}

void Ending::wait_for_answer_time() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return answer_wanted_ || !(pondering_ || limits_.infinite); });
}

bool Ending::ends_by_itself(Color us) const {
    return limits_.is_bounded(us) && !limits_.infinite && !pondering_;
}

}  // namespace stillpoint
