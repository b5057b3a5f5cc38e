#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace stillpoint {

// Results of game pairs (same opening, colours reversed), by the first side's points in the pair: 0, 1/2, 1,
// 3/2, 2. Pairs cancel the opening's bias, so their spread is the honest measure of error.
struct PairResults {
    std::array<std::uint64_t, 5> pairs{};
    std::uint64_t wins = 0, draws = 0, losses = 0;

    void add(double first_points, double second_points);
    std::uint64_t games() const { return wins + draws + losses; }
};

struct EloEstimate {
    double elo = 0;
    double error = 0;  // half-width of the 95 % interval
    double score = 0.5;
    double superiority = 0.5;  // likelihood of being the better side
};

EloEstimate estimate_elo(const PairResults& results);

// Log-likelihood ratio of "elo1 better" against "elo0 better" (normal approximation of the pair scores).
double log_likelihood_ratio(const PairResults& results, double elo0, double elo1);
// The bounds for error rates of 5 %.
inline constexpr double kSprtBound = 2.944;

std::string to_string(const PairResults& results);

}  // namespace stillpoint
