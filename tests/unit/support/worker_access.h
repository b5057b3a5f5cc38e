#pragma once

#include <vector>

#include "search/worker.h"

namespace stillpoint {

// The way into a worker for tests that need a state no search can be made to reach on purpose.
class WorkerTestAccess {
public:
    static void prepare(Worker& worker, SearchContext& context, const Position& root,
                        const std::vector<RootMove>& roots) {
        worker.prepare(context, root, roots);
        worker.root_depth_ = 1;
    }

    // A node with the given distance from the root, after prepare().
    static Score search(Worker& worker, int ply, Score alpha, Score beta, int depth) {
        return beta - alpha > 1
                   ? worker.search<Plain, NodeKind::Pv>(at(worker, ply), alpha, beta, depth, false)
                   : worker.search<Plain, NodeKind::NonPv>(at(worker, ply), alpha, beta, depth, true);
    }
    static Score quiesce(Worker& worker, int ply, Score alpha, Score beta) {
        return beta - alpha > 1 ? worker.quiesce<Plain, NodeKind::Pv>(at(worker, ply), alpha, beta, 0)
                                : worker.quiesce<Plain, NodeKind::NonPv>(at(worker, ply), alpha, beta, 0);
    }

    static const Position& position(const Worker& worker) { return worker.pos_; }
    static const Histories& histories(const Worker& worker) { return *worker.histories_; }
    static const Corrections& corrections(const Worker& worker) { return *worker.corrections_; }

private:
    static StackEntry* at(Worker& worker, int ply) {
        return &worker.stack_[static_cast<std::size_t>(kStackBefore + ply)];
    }
};

}  // namespace stillpoint
