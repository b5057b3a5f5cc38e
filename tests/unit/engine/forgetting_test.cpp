// An engine whose evaluation has changed must not believe what it found before.
#include <gtest/gtest.h>

#include "engine/engine.h"

namespace stillpoint {
namespace {

std::uint64_t nodes_to_depth(Engine& engine, int depth) {
    Limits limits;
    limits.depth = depth;
    engine.go(limits);
    engine.wait();
    return engine.last_search().total_nodes();
}

TEST(Forgetting, AfterLimitedStrengthTheEngineIsItselfAgain) {
    Engine fresh, used;
    used.settings().limit_strength = true;
    used.settings().elo = 600;
    nodes_to_depth(used, 6);
    used.settings().limit_strength = false;
    EXPECT_EQ(nodes_to_depth(used, 8), nodes_to_depth(fresh, 8));
}

TEST(Forgetting, AnotherEvaluationStartsAfresh) {
    Engine fresh, used;
    fresh.use_plain_evaluation();
    if (!used.network()) GTEST_SKIP() << "no network embedded";
    nodes_to_depth(used, 6);
    used.use_plain_evaluation();
    EXPECT_EQ(nodes_to_depth(used, 8), nodes_to_depth(fresh, 8));
    used.use_plain_evaluation();
    EXPECT_EQ(nodes_to_depth(used, 8), nodes_to_depth(fresh, 8)) << "the same one keeps what it has learned";
}

}  // namespace
}  // namespace stillpoint
