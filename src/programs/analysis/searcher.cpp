#include "programs/analysis/searcher.h"

#include <algorithm>

#include "engine/pv.h"
#include "engine/root_moves.h"
#include "tablebase/tablebase.h"
#include "util/check.h"

namespace stillpoint {

namespace {

std::unique_ptr<Worker> new_worker(const nnue::Network* network) {
    auto worker = std::make_unique<Worker>();
    worker->evaluator().use(network);
    return worker;
}

}  // namespace

void Analysis::update(const SearchInfo& info, const Position& root) {
    nodes = info.nodes;
    tablebase_hits = info.tablebase_hits;
    time = info.time;
    hashfull = info.hashfull;
    const auto number = static_cast<std::size_t>(std::max(info.multi_pv, 1) - 1);
    if (info.pv.empty() || number > lines.size()) return;
    // A bound for a move whose score is known says less than the score.
    const bool known = number < lines.size() && lines[number].pv[0] == info.pv[0];
    if (known && info.bound != Bound::Exact) return;
    std::vector<Move> pv = presentable_pv(root, info.pv);
    if (pv.empty()) return;
    if (number == lines.size()) lines.emplace_back();
    lines[number] = {info.score, info.bound, info.depth, info.selective_depth, std::move(pv)};
    if (number == 0) {
        score = info.score;
        depth = info.depth;
        selective_depth = info.selective_depth;
    }
}

std::optional<Analysis> analysis_of_finished_game(const Position& pos) {
    if (pos.has_legal_move()) return std::nullopt;
    Analysis result;
    result.score = pos.in_check() ? mated_in(0) : kDrawScore;
    return result;
}

Searcher::Searcher(const nnue::Network* network, std::size_t hash_mebibytes)
    : network_(network), table_(&own_table_) {
    own_table_.resize(hash_mebibytes);
    forget();
}

Searcher::Searcher(const nnue::Network* network, Table& shared)
    : network_(network), table_(&shared), worker_(new_worker(network)) {}

void Searcher::forget() {
    STILLPOINT_ASSERT(table_ == &own_table_);
    table_->clear(1);
    // A new worker, not a cleared one: nothing whatever of the last job may show in the next.
    worker_ = new_worker(network_);
}

void Searcher::stop() {
    std::lock_guard lock(mutex_);
    if (running_) running_->stop = true;
}

Analysis Searcher::analyse(const Position& pos, const SearchTask& task) {
    if (auto finished = analysis_of_finished_game(pos)) return *finished;
    Analysis result;
    SearchContext context;
    context.table = table_;
    context.limits = task.limits;
    context.multi_pv = task.multi_pv;
    context.workers = {worker_.get()};
    context.tablebases.max_pieces = tablebase::max_pieces();
    if (task.limits.move_time) {
        context.clock.active = true;
        context.clock.budget = {*task.limits.move_time, *task.limits.move_time};
    }
    context.on_info = [&](const SearchInfo& info) {
        result.update(info, pos);
        if (task.on_progress) task.on_progress(result);
    };
    const std::vector<RootMove> roots = root_moves_of(pos, task.limits, context.tablebases);

    table_->new_search();
    {
        // Whoever cancels sets his flag first and then calls stop(): one of the two is seen.
        std::lock_guard lock(mutex_);
        running_ = &context;
        if (task.cancelled && *task.cancelled) context.stop = true;
    }
    worker_->run(context, pos, roots);
    {
        std::lock_guard lock(mutex_);
        running_ = nullptr;
    }
    result.nodes = worker_->nodes();
    result.tablebase_hits = worker_->tablebase_hits();
    result.time = context.clock.stopwatch.elapsed();
    result.hashfull = table_->hashfull();
    return result;
}

}  // namespace stillpoint
