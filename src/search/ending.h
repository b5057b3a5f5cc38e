#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include "chess/types.h"
#include "search/clock.h"
#include "search/limits.h"
#include "search/score.h"
#include "search/tuning.h"

namespace stillpoint {

// What the first worker knows after an iteration.
struct IterationResult {
    int depth = 0;
    Score score = 0;
    bool exact = false;  // the score is no bound
    std::uint64_t nodes = 0;
    Milliseconds elapsed = 0;
    int stable_iterations = 0;  // since the best move changed
    IterationSignals signals{};
};

// Decides when a search ends and when its result may be given: the only place that does. Workers ask
// is_over() at every node. The first worker reports what it has done; any thread may call stop() and
// ponder_hit().
class Ending {
public:
    // Both belong to the search and stay as they are while it runs.
    Ending(const Limits& limits, const ClockPlan& clock) : limits_(limits), clock_(clock) {}
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;

    // From now on no clock runs, and a search that would end by itself waits for ponder_hit().
    void ponder() { pondering_ = pondered_ = true; }

    bool is_over() const { return over_.load(std::memory_order_relaxed); }
    // For the first worker, when it is over: the time at which the clock had it end, if that was the reason.
    std::optional<Milliseconds> due() const { return due_; }

    // The first worker, now and then: obeys the limits that no search may exceed. Time counts only once there
    // is something to answer: the first depth takes no time to speak of.
    void check(std::uint64_t nodes, Milliseconds elapsed, bool has_answer);
    // The first worker, after each iteration: another one may not be worth its time.
    void check_iteration(const IterationResult& result, const Tuning& tuning);
    // The first worker has nothing left to search, or another thread wants the workers to end.
    void end_search() { over_ = true; }

    // The user wants the answer now, whatever the search was told to wait for.
    void stop();
    // The expected move was played: the clock runs, and a search that waited for this may end.
    void ponder_hit();

    // Blocks until the answer may be given: infinite and pondering searches wait for the user.
    void wait_for_answer_time();
    // Whether the search will end and answer without another word from the user.
    bool ends_by_itself(Color us) const;
    // ... for certain, and not only if it finds the mate it is looking for.
    bool is_sure_to_end(Color us) const { return ends_by_itself(us) && limits_.has_end(us); }

private:
    bool suffices(const IterationResult& result, const Tuning& tuning) const;
    void end_by_clock(Milliseconds elapsed);

    const Limits& limits_;
    const ClockPlan& clock_;
    std::atomic<bool> over_{false};
    std::atomic<bool> answer_wanted_{false};
    std::atomic<bool> pondering_{false};
    std::atomic<bool> over_at_ponder_hit_{false};
    bool pondered_ = false;
    std::optional<Milliseconds> due_;
    std::mutex mutex_;
    std::condition_variable changed_;
};

}  // namespace stillpoint
