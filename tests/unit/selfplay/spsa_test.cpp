#include "selfplay/spsa.h"

#include <cmath>

#include <gtest/gtest.h>

#include "util/rng.h"

namespace stillpoint {
namespace {

const std::vector<SpsaParam> kParams = {
    {.name = "a", .value = 100, .step = 10, .min = 0, .max = 400},
    {.name = "b", .value = 50, .step = 2, .min = 40, .max = 60},
};

// Wins minus losses of sixteen games between two settings: the closer to the optimum the better, and much
// luck.
double noisy_result(const Spsa::Trial& trial, Rng& rng) {
    const auto loss = [](const std::vector<int>& v) {
        return std::pow((v[0] - 180) / 100.0, 2) + std::pow((v[1] - 44) / 20.0, 2);
    };
    double result = 0;
    for (int game = 0; game < 16; ++game) {
        const double expected = 0.5 + 0.4 * std::tanh(loss(trial.minus) - loss(trial.plus));
        result += rng.unit() < expected ? 1 : -1;
    }
    return result;
}

TEST(Spsa, ComesNearTheOptimumInSpiteOfNoise) {
    Spsa spsa(kParams, {.iterations = 1500, .spread = 1, .rate = 0.02}, 1);
    Rng luck(3);
    while (!spsa.done()) {
        const Spsa::Trial trial = spsa.trial();
        spsa.learn(trial, noisy_result(trial, luck));
    }
    const std::vector<double> found = spsa.estimate();
    EXPECT_NEAR(found[0], 180, 25);
    EXPECT_NEAR(found[1], 44, 4);
}

TEST(Spsa, TrialsMirrorEachOtherAndStayInRange) {
    Spsa spsa(kParams, {.iterations = 100, .spread = 30, .rate = 0.01}, 5);
    while (!spsa.done()) {
        const Spsa::Trial trial = spsa.trial();
        for (std::size_t i = 0; i < kParams.size(); ++i) {
            EXPECT_GE(std::min(trial.plus[i], trial.minus[i]), kParams[i].min);
            EXPECT_LE(std::max(trial.plus[i], trial.minus[i]), kParams[i].max);
            EXPECT_EQ(trial.plus[i] > trial.minus[i], trial.shift[i] > 0);
        }
        spsa.learn(trial, 16);
    }
    for (std::size_t i = 0; i < kParams.size(); ++i) {
        EXPECT_GE(spsa.params()[i].value, kParams[i].min);
        EXPECT_LE(spsa.params()[i].value, kParams[i].max);
    }
}

TEST(Spsa, GoesOnFromItsStateAsIfNeverStopped) {
    const SpsaSchedule schedule{.iterations = 40};
    const auto result = [](const Spsa& s) { return static_cast<double>(s.iteration() % 7) - 3; };
    Spsa whole(kParams, schedule, 9), first(kParams, schedule, 9), second(kParams, schedule, 9);
    while (!whole.done()) whole.learn(whole.trial(), result(whole));
    while (first.iteration() < 25) first.learn(first.trial(), result(first));
    second.resume(first.state());
    while (!second.done()) second.learn(second.trial(), result(second));
    EXPECT_EQ(whole.estimate(), second.estimate());
}

TEST(TunableParams, AreChosenByTheBeginningOfTheirNames) {
    for (const SpsaParam& param : tunable_params({}, false))
        EXPECT_FALSE(param.name.starts_with("tm_")) << param.name;
    EXPECT_EQ(tunable_params({}, true).size(), std::size(kParamInfos));
    const auto chosen = tunable_params({"lmr_"}, true);
    EXPECT_FALSE(chosen.empty());
    for (const SpsaParam& param : chosen) EXPECT_TRUE(param.name.starts_with("lmr_")) << param.name;
    EXPECT_TRUE(tunable_params({"no_such_parameter"}, false).empty());
}

// At fixed nodes the clock's numbers change nothing: the mirror images play alike and nothing is learnt.
TEST(Spsa, LearnsTheClocksNumbersAtAClockOnly) {
    MatchSettings match;
    match.pairs = 2;
    const auto moved = [&](const PlayerConfig& base) {
        const auto params = tunable_params({"tm_"}, true);
        Spsa spsa(params, {.iterations = 4, .spread = 6}, 3);
        while (!spsa.done()) play_iteration(spsa, base, match);
        for (std::size_t i = 0; i < params.size(); ++i)
            if (spsa.params()[i].value != params[i].value) return true;
        return false;
    };
    PlayerConfig base;
    base.hash_mebibytes = 1;
    base.hard_nodes = 150;
    EXPECT_FALSE(moved(base));
    base.clock = {.start = 300, .increment = 3, .node_time = 20};
    EXPECT_TRUE(moved(base));
}

}  // namespace
}  // namespace stillpoint
