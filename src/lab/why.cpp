#include "lab/why.h"

#include <algorithm>

#include "lab/replay.h"

namespace stillpoint::lab {

namespace {

constexpr int kFirstDepth = 10;
// The next iteration may take several times as long as all before it, but not forever.
constexpr std::uint64_t kLeastNodes = 2'000'000;
constexpr std::uint64_t kNodesFactor = 8;

int next_depth(const Worker& last) {
    return last.completed_depth() > 0 ? std::min(last.completed_depth() + 1, kMaxPly - 1) : kFirstDepth;
}

}  // namespace

Result<WhyReport> watch_line(const Engine& engine, std::vector<Move> line, std::optional<int> depth) {
    auto replay = Replay::of(engine);
    if (!replay) return Error{replay.error()};
    const Worker& last = engine.pool().worker(0);
    LineWatcher watcher(std::move(line));
    Limits limits;
    limits.depth = depth.value_or(next_depth(last));
    limits.nodes = std::max(kLeastNodes, kNodesFactor * last.nodes());
    (*replay)->run(limits, &watcher);
    return WhyReport{.root = engine.position(),
                     .watcher = std::move(watcher),
                     .depth = (*replay)->completed_depth(),
                     .nodes = (*replay)->nodes()};
}

}  // namespace stillpoint::lab
