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
    void add(const PairResults& more);
    std::uint64_t games() const { return wins + draws + losses; }
};

// Elo as usual, and normalised: the difference in units of the games' spread, which says how many games it
// takes to see it, whatever the share of draws. Errors are half-widths of 95 % intervals.
struct EloEstimate {
    double elo = 0, error = 0;
    double normalized = 0, normalized_error = 0;
    double score = 0.5;
    double superiority = 0.5;  // likelihood of being the better side
};
EloEstimate estimate_elo(const PairResults& results);

// In which Elo the two hypotheses of a test are.
enum class EloModel : std::uint8_t { Normalized, Logistic };

// A sequential test between two differences, looked at after every pair.
struct Sprt {
    double elo0 = 0, elo1 = 5;
    EloModel model = EloModel::Normalized;

    // The logarithm of how much more likely the results are at elo1 than at elo0, for pairs of any five
    // probabilities that have such a difference.
    double log_likelihood_ratio(const PairResults& results) const;
    // What ends the test, with 5 % errors of either kind.
    static constexpr double kBound = 2.944;
    bool decided(const PairResults& results) const;
};

// +1 or -1 once one side is certainly the better one, 0 until then. May be asked after every pair: that
// looking so often finds differences where there is none is allowed for (about 5 % in a thousand pairs).
int certain_sign(const PairResults& results);

// The half-width of the 95 % interval in Elo, wider than estimate_elo() has it where few pairs were played:
// for deciding when to stop.
double cautious_error(const PairResults& results);

std::string to_string(const PairResults& results);
// "LLR 0.58 (-2.94, 2.94) [0.00, 5.00] nElo", and how it ended if it did.
std::string to_string(const Sprt& test, const PairResults& results);

}  // namespace stillpoint
