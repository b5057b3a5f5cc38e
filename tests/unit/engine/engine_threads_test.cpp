#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "engine/engine.h"

namespace stillpoint {
namespace {

TEST(PoolThreadStart, RunsOnEveryThreadOnce) {
    Pool pool(2);
    std::mutex mutex;
    std::multiset<int> numbers;
    std::set<std::thread::id> ids;
    pool.on_thread_start([&](int number) {
        std::lock_guard lock(mutex);
        numbers.insert(number);
        ids.insert(std::this_thread::get_id());
    });
    EXPECT_EQ(numbers, (std::multiset<int>{0, 1}));
    pool.resize(4);
    EXPECT_EQ(numbers, (std::multiset<int>{0, 1, 2, 3}));
    EXPECT_EQ(ids.size(), 4u);
    EXPECT_FALSE(ids.contains(std::this_thread::get_id()));
    pool.on_thread_start(nullptr);
    pool.resize(6);
    EXPECT_EQ(numbers.size(), 4u);
}

// The lab's search with threads, and its switches changed while they search.
TEST(EngineThreads, AnOpenSearchIsNotDisturbedByChanges) {
    Engine engine;
    engine.set_threads(2);
    engine.settings().lab = true;
    for (int round = 0; round < 4; ++round) {
        Limits limits;
        limits.nodes = 20'000;
        engine.go(limits);
        engine.settings().tuning.features.null_move = round % 2 == 1;
        engine.settings().tuning.params.rfp_depth = 40 + 20 * round;
        engine.wait();
        const auto tries = engine.pool().worker(0).counts().tries[static_cast<std::size_t>(Rule::NullMove)];
        EXPECT_EQ(tries > 0, round % 2 == 0) << "the switch is that of the round before";
    }
}

TEST(EngineThreads, BindingCanBeChangedBetweenSearches) {
    Engine engine;
    Limits limits;
    limits.nodes = 500;
    const numa::Cpus cpus = numa::allowed_cpus();
    if (cpus.empty()) GTEST_SKIP() << "no way to bind here";
    for (const numa::Policy& policy :
         {numa::Policy{numa::Policy::Kind::Nodes, {{cpus.front()}, {cpus.back()}}},
          numa::Policy{numa::Policy::Kind::None, {}}}) {
        engine.set_numa_policy(policy);
        for (const int threads : {1, 3, 2}) {
            EXPECT_EQ(engine.set_threads(threads), threads);
            engine.go(limits);
            engine.wait();
        }
        EXPECT_EQ(engine.threads_are_bound(), policy.kind == numa::Policy::Kind::Nodes);
    }
}

TEST(EngineNodesTime, ClockReadingsDoNotMatter) {
    const auto play = [](const std::vector<Milliseconds>& clocks) {
        Engine engine;
        engine.use_plain_evaluation();
        engine.settings().node_time = 10;
        BestMove best;
        engine.set_listener({.on_info = {},
                             .on_current_move = {},
                             .on_best_move = [&](const BestMove& move, const Position&) { best = move; }});
        std::vector<std::uint64_t> nodes;
        for (const Milliseconds clock : clocks) {
            Limits limits;
            limits.clock[Color::White] = limits.clock[Color::Black] = clock;
            engine.go(limits);
            engine.wait();
            nodes.push_back(engine.last_search().total_nodes());
            Position next = engine.position();
            next.make(best.move);
            engine.set_position(next);
        }
        return nodes;
    };
    EXPECT_EQ(play({1000, 1000, 900, 900, 800, 800}), play({1000, 1000, 1, 500, 100000, 3}));
}

}  // namespace
}  // namespace stillpoint
