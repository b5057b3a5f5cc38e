#include "lab/replay.h"

namespace stillpoint::lab {

Replay::Replay(const Engine& engine)
    : position_(engine.position()),
      tablebases_(engine.tablebase_settings(SearchContext{})),
      search_({.tuning = engine.settings().tuning, .network = engine.network(), .hash_mebibytes = 1}) {}

Result<std::unique_ptr<Replay>> Replay::of(const Engine& engine) {
    std::unique_ptr<Replay> replay(new Replay(engine));
    if (!replay->search_.take_over(engine.table(), engine.pool().worker(0)))
        return Error{"not enough memory for a copy of the table: use a smaller Hash"};
    return replay;
}

void Replay::run(const Limits& limits, TraceListener* listener) {
    search_.run(position_, {.limits = limits, .tablebases = tablebases_, .listener = listener});
}

}  // namespace stillpoint::lab
