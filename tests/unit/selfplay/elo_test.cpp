#include "selfplay/elo.h"

#include <cmath>

#include <gtest/gtest.h>

namespace stillpoint {

namespace {

PairResults pairs(std::uint64_t lost, std::uint64_t drawn, std::uint64_t won) {
    PairResults r;
    for (std::uint64_t i = 0; i < lost; ++i) r.add(0, 0);
    for (std::uint64_t i = 0; i < drawn; ++i) r.add(0.5, 0.5);
    for (std::uint64_t i = 0; i < won; ++i) r.add(1, 1);
    return r;
}

}  // namespace

TEST(Elo, AFewGamesSayLittle) {
    const EloEstimate four_draws = estimate_elo(pairs(0, 2, 0));
    EXPECT_NEAR(four_draws.elo, 0, 1e-9);
    EXPECT_GT(four_draws.error, 100);
    EXPECT_NEAR(four_draws.superiority, 0.5, 1e-9);
    const EloEstimate four_wins = estimate_elo(pairs(0, 0, 2));
    EXPECT_GT(four_wins.error, 100);
    EXPECT_LT(four_wins.superiority, 1);
    EXPECT_TRUE(std::isfinite(four_wins.elo) && std::isfinite(four_wins.error));
}

TEST(Elo, AnEvenScoreIsNotBelowNought) {
    EXPECT_NE(to_string(pairs(0, 2, 0)).find("Elo +0.0 "), std::string::npos) << to_string(pairs(0, 2, 0));
}

TEST(Elo, MoreGamesSayMore) {
    double last = 1e9;
    for (std::uint64_t n : {1, 2, 5, 20, 100, 1000}) {
        const double error = estimate_elo(pairs(0, n, 0)).error;
        EXPECT_LT(error, last);
        last = error;
    }
    EXPECT_LT(last, 1);
}

TEST(Elo, ManyGamesAreAsTheyWere) {
    // 1000 pairs, a tenth won and a tenth lost: a deviation of the score by sqrt(0.05 / 1000).
    const EloEstimate e = estimate_elo(pairs(100, 800, 100));
    EXPECT_NEAR(e.elo, 0, 1e-9);
    EXPECT_NEAR(e.error, 9.63, 0.05);
    EXPECT_NEAR(estimate_elo(pairs(100, 700, 200)).elo, -400 * std::log10(1 / 0.55 - 1), 1e-9);
}

TEST(Sprt, IsNotDecidedByTheFirstPairs) {
    for (std::uint64_t n : {1, 2, 5, 20}) {
        EXPECT_LT(std::abs(log_likelihood_ratio(pairs(0, n, 0), 0, 5)), kSprtBound) << n;
        EXPECT_LT(std::abs(log_likelihood_ratio(pairs(0, 0, n), 0, 5)), kSprtBound) << n;
    }
    EXPECT_GT(log_likelihood_ratio(pairs(500, 4000, 1000), 0, 5), kSprtBound);
    EXPECT_LT(log_likelihood_ratio(pairs(1000, 4000, 500), 0, 5), -kSprtBound);
}

}  // namespace stillpoint
