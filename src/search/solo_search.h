#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "nnue/network.h"
#include "search/context.h"
#include "search/table.h"
#include "search/worker.h"

namespace stillpoint {

// What stays the same from search to search.
struct SoloSettings {
    Tuning tuning{};
    const nnue::Network* network = nullptr;  // null: the plain evaluation
    std::size_t hash_mebibytes = 4;
};

// What one search is to do.
struct SoloTask {
    Limits limits{};
    int multi_pv = 1;
    std::optional<TimeBudget> budget{};  // none: what limits.move_time says, or no clock at all
    EvalNoise eval_noise{};
    // None: all tables there are, except for a weakened player.
    std::optional<TablebaseSettings> tablebases{};
    std::function<void(const SearchInfo&)> on_info{};
    // Set by another thread to end the search early; call SoloSearch::stop() afterwards.
    const std::atomic<bool>* cancelled = nullptr;
    TraceListener* listener = nullptr;  // a listener makes it an open search
};

// One worker, its table and its settings: a search without threads, options and output, for everyone who
// needs no Engine. What it answers depends on its settings, the task and what it searched since clear().
class SoloSearch {
public:
    explicit SoloSearch(const SoloSettings& settings);
    // In a table that others may search in at the same time.
    SoloSearch(const SoloSettings& settings, Table& shared);

    // Forgets everything, as for a new game. Not with a shared table.
    void clear();
    // Continues from what another search has found and learned. False if there is no memory for a copy of the
    // table.
    bool take_over(const Table& table, const Worker& worker);

    // The position must have a legal move; the results are in worker().
    void run(const Position& pos, const SoloTask& task);
    // The same in two steps, for callers that have something of their own to set in between.
    void prepare(SearchContext& context, const SoloTask& task);
    void run(SearchContext& context, const Position& pos, const std::vector<RootMove>& roots,
             const SoloTask& task = {});
    // From any thread: ends the search that runs, if there is one.
    void stop();

    const Worker& worker() const { return worker_; }
    Worker& worker() { return worker_; }
    const Table& table() const { return *table_; }
    Table& table() { return *table_; }

private:
    const Tuning tuning_;
    Table own_table_;
    Table* const table_;
    Worker worker_;
    std::mutex mutex_;
    SearchContext* running_ = nullptr;
};

}  // namespace stillpoint
