#include "lab/replay.h"

#include "engine/root_moves.h"

namespace stillpoint {

Result<std::unique_ptr<Replay>> Replay::of(const Engine& engine) {
    std::unique_ptr<Replay> replay(new Replay(engine));
    if (!replay->table_.copy_from(engine.table()))
        return Error{"not enough memory for a copy of the table: use a smaller Hash"};
    replay->worker_.take_over_learning(engine.pool().worker(0));
    replay->worker_.evaluator().use(engine.network());
    SearchContext& context = replay->context_;
    context.table = &replay->table_;
    context.tuning = engine.settings().tuning;
    context.workers = {&replay->worker_};
    context.tablebases = engine.tablebase_settings(context);
    replay->roots_ = root_moves_of(engine.position(), {}, context.tablebases);
    return replay;
}

void Replay::run(const Limits& limits, TraceListener* listener) {
    context_.limits = limits;
    context_.stop = false;
    table_.new_search();
    worker_.set_trace_listener(listener);
    worker_.run(context_, position_, roots_);
    worker_.set_trace_listener(nullptr);
}

}  // namespace stillpoint
