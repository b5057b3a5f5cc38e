#include "selfplay/elo.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "util/rng.h"

namespace stillpoint {

namespace {

PairResults pairs(std::uint64_t lost, std::uint64_t drawn, std::uint64_t won) {
    PairResults r;
    for (std::uint64_t i = 0; i < lost; ++i) r.add(0, 0);
    for (std::uint64_t i = 0; i < drawn; ++i) r.add(0.5, 0.5);
    for (std::uint64_t i = 0; i < won; ++i) r.add(1, 1);
    return r;
}

// By their scores in the pair: 0, 1/2, 1, 3/2, 2.
PairResults pentanomial(const std::array<int, 5>& counts) {
    constexpr double kPoints[5][2] = {{0, 0}, {0.5, 0}, {0.5, 0.5}, {1, 0.5}, {1, 1}};
    PairResults r;
    for (std::size_t i = 0; i < counts.size(); ++i)
        for (int k = 0; k < counts[i]; ++k) r.add(kPoints[i][0], kPoints[i][1]);
    return r;
}

// What fastchess (its version of November 2026) printed about such results.
struct Printed {
    std::array<int, 5> pairs;
    double elo, error, normalized, normalized_error, superiority;
};
// Of two matches it played, after 18, 40 and 60 pairs, and its answers for some more counts.
constexpr Printed kPrinted[] = {
    {{1, 0, 5, 1, 11}, 231.91, 163.57, 245.67, 113.49, 1},
    {{2, 0, 15, 6, 19}, 179.99, 77.66, 210.47, 74.30, 1},
    {{3, 0, 21, 7, 29}, 187.01, 67.08, 213.27, 62.16, 1},
    {{0, 3, 20, 5, 1}, 24.00, 40.09, 53.93, 89.41, 0.8814},
    {{12, 60, 130, 70, 9}, 2.47, 17.74, 4.01, 28.72, 0.6078},
    {{10, 40, 100, 50, 20}, 23.73, 22.34, 34.63, 32.46, 0.9817},
    {{100, 800, 2500, 900, 120}, 5.50, 3.91, 10.19, 7.24, 0.9971},
};
struct PrintedRatio {
    std::array<int, 5> pairs;
    double elo0, elo1;
    EloModel model;
    double ratio;
};
constexpr PrintedRatio kPrintedRatios[] = {
    {{2, 0, 17, 6, 23}, 0, 10, EloModel::Normalized, 1.25},
    {{3, 0, 21, 7, 29}, 0, 10, EloModel::Normalized, 1.52},
    {{2, 0, 17, 6, 23}, 0, 10, EloModel::Logistic, 1.17},
    {{3, 0, 21, 7, 29}, 0, 10, EloModel::Logistic, 1.41},
    {{0, 0, 20, 0, 0}, 0, 5, EloModel::Normalized, -0.0062},
    {{0, 0, 0, 0, 30}, 0, 5, EloModel::Normalized, 0.6043},
    {{0, 0, 0, 0, 30}, 0, 5, EloModel::Logistic, 0.4287},
    {{0, 3, 20, 5, 1}, 0, 5, EloModel::Normalized, 0.1280},
    {{12, 60, 130, 70, 9}, 0, 10, EloModel::Normalized, -0.0460},
    {{10, 40, 100, 50, 20}, 0, 5, EloModel::Normalized, 0.5817},
    {{10, 40, 100, 50, 20}, 0, 5, EloModel::Logistic, 0.8164},
    {{100, 800, 2500, 900, 120}, 0, 5, EloModel::Normalized, 2.8141},
    {{100, 800, 2500, 900, 120}, -5, 0, EloModel::Logistic, 10.0020},
};

// Pairs of two sides of which the first is `elo` stronger, a share of them drawn.
PairResults one_pair(Rng& rng, double elo) {
    const auto game = [&] {
        constexpr double kDrawn = 0.4;
        const double score = 1 / (1 + std::pow(10, -elo / 400)), luck = rng.unit();
        return luck < score - kDrawn / 2 ? 1 : luck < score + kDrawn / 2 ? 0.5 : 0;
    };
    PairResults r;
    r.add(game(), game());
    return r;
}

}  // namespace

TEST(Elo, AgreesWithFastchess) {
    for (const Printed& p : kPrinted) {
        const EloEstimate e = estimate_elo(pentanomial(p.pairs));
        EXPECT_NEAR(e.elo, p.elo, 0.006);
        EXPECT_NEAR(e.error, p.error, 0.006);
        EXPECT_NEAR(e.normalized, p.normalized, 0.006);
        EXPECT_NEAR(e.normalized_error, p.normalized_error, 0.006);
        EXPECT_NEAR(e.superiority, p.superiority, 0.00006);
    }
}

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

TEST(Sprt, AgreesWithFastchess) {
    for (const PrintedRatio& p : kPrintedRatios) {
        const Sprt test{p.elo0, p.elo1, p.model};
        EXPECT_NEAR(test.log_likelihood_ratio(pentanomial(p.pairs)), p.ratio, 0.006)
            << to_string(test, pentanomial(p.pairs));
    }
}

TEST(Sprt, IsNotDecidedByTheFirstPairs) {
    for (EloModel model : {EloModel::Normalized, EloModel::Logistic}) {
        const Sprt test{0, 5, model};
        for (std::uint64_t n : {1, 2, 5, 20}) {
            EXPECT_FALSE(test.decided(pairs(0, n, 0))) << n;
            EXPECT_FALSE(test.decided(pairs(0, 0, n))) << n;
        }
    }
    EXPECT_EQ(Sprt{}.log_likelihood_ratio({}), 0);
}

TEST(Sprt, SaysHowItEnded) {
    const Sprt test{0, 5, EloModel::Logistic};
    EXPECT_TRUE(
        to_string(test, pairs(500, 4000, 1000)).ends_with("(-2.94, 2.94) [0.00, 5.00] Elo, accepted"));
    EXPECT_TRUE(to_string(test, pairs(1000, 4000, 500)).ends_with("[0.00, 5.00] Elo, rejected"));
    EXPECT_TRUE(to_string(Sprt{}, pairs(5, 40, 5)).ends_with("[0.00, 5.00] nElo"));
}

// Both hypotheses are kept in about the share of cases the bounds promise.
TEST(Sprt, ErrsRarely) {
    constexpr int kTests = 100;
    Rng rng(5);
    for (double elo : {0.0, 60.0}) {
        const Sprt test{0, 60, EloModel::Logistic};
        int wrong = 0;
        for (int i = 0; i < kTests; ++i) {
            PairResults r;
            while (!test.decided(r)) r.add(one_pair(rng, elo));
            wrong += (test.log_likelihood_ratio(r) > 0) != (elo > 0);
        }
        EXPECT_LE(wrong, 11) << elo;
    }
}

TEST(CertainSign, IsRarelyWrongAndSoonFoundForLargeDifferences) {
    constexpr int kRows = 200, kPairs = 1000;
    Rng rng(7);
    int wrong = 0, pairs_of_large = 0;
    for (int i = 0; i < kRows; ++i) {
        PairResults even, large;
        while (certain_sign(even) == 0 && even.games() < 2 * kPairs) even.add(one_pair(rng, 0));
        wrong += certain_sign(even) != 0;
        while (certain_sign(large) == 0) large.add(one_pair(rng, 150));
        EXPECT_EQ(certain_sign(large), 1);
        pairs_of_large += static_cast<int>(large.games() / 2);
    }
    EXPECT_LE(wrong, kRows / 10);
    EXPECT_LT(pairs_of_large, 30 * kRows);
    EXPECT_EQ(certain_sign(pairs(40, 0, 0)), -1);
    EXPECT_EQ(certain_sign(pairs(0, 0, 9)), 0);
}

}  // namespace stillpoint
