#include "search/solo_search.h"

#include "search/root_moves.h"
#include "tablebase/tablebase.h"
#include "util/check.h"

namespace stillpoint {

SoloSearch::SoloSearch(const SoloSettings& settings) : tuning_(settings.tuning), table_(&own_table_) {
    own_table_.resize(settings.hash_mebibytes);
    worker_.evaluator().use(settings.network);
}

SoloSearch::SoloSearch(const SoloSettings& settings, Table& shared)
    : tuning_(settings.tuning), table_(&shared) {
    worker_.evaluator().use(settings.network);
}

void SoloSearch::clear() {
    STILLPOINT_ASSERT(table_ == &own_table_);
    table_->clear(1);
    worker_.clear();
}

bool SoloSearch::take_over(const Table& table, const Worker& worker) {
    STILLPOINT_ASSERT(table_ == &own_table_);
    worker_.take_over_learning(worker);
    return table_->copy_from(table);
}

void SoloSearch::prepare(SearchContext& context, const SoloTask& task) {
    context.table = table_;
    context.tuning = tuning_;
    context.limits = task.limits;
    context.multi_pv = task.multi_pv;
    context.eval_noise = task.eval_noise;
    context.workers = {&worker_};
    context.on_info = task.on_info;
    // Weak players don't play endgames perfectly.
    const int all_tables = task.eval_noise.amount > 0 ? 0 : tablebase::max_pieces();
    context.tablebases = task.tablebases.value_or(TablebaseSettings{.max_pieces = all_tables});
    if (task.budget || task.limits.move_time) {
        const Milliseconds time = task.limits.move_time.value_or(0);
        context.clock.active = true;
        context.clock.budget = task.budget.value_or(TimeBudget{time, time});
    }
}

void SoloSearch::run(const Position& pos, const SoloTask& task) {
    SearchContext context;
    prepare(context, task);
    const std::vector<RootMove> roots = root_moves_of(pos, task.limits, context.tablebases);
    run(context, pos, roots, task);
}

void SoloSearch::run(SearchContext& context, const Position& pos, const std::vector<RootMove>& roots,
                     const SoloTask& task) {
    table_->new_search();
    {
        // A caller that cancels sets the flag first and then calls stop(): one of the two is seen.
        std::lock_guard lock(mutex_);
        running_ = &context;
        if (task.cancelled && *task.cancelled) context.ending.end_search();
    }
    worker_.set_trace_listener(task.listener);
    worker_.run(context, pos, roots);
    worker_.set_trace_listener(nullptr);
    std::lock_guard lock(mutex_);
    running_ = nullptr;
}

void SoloSearch::stop() {
    std::lock_guard lock(mutex_);
    if (running_) running_->ending.end_search();
}

}  // namespace stillpoint
