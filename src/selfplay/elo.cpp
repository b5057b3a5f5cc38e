#include "selfplay/elo.h"

#include <algorithm>
#include <cmath>

#include "util/text.h"

namespace stillpoint {

namespace {

constexpr double kNormal95 = 1.959964;

double elo_of(double score) {
    const double s = std::clamp(score, 1e-4, 1 - 1e-4);
    return 400.0 * std::log10(s / (1.0 - s));
}

double score_of(double elo) { return 1.0 / (1.0 + std::pow(10.0, -elo / 400.0)); }

struct Moments {
    double n = 0;
    double mean = 0.5;
    double variance = 0;   // of one pair's score
    double deviation = 0;  // of the mean
};

// Counted for each outcome in addition to the pairs that were played: a few that happen to end alike say
// little about how much others would differ. Among hundreds it makes no difference.
constexpr double kUnseen = 0.5;

Moments moments(const PairResults& r) {
    Moments m;
    double sum = 0, square = 0, n = 0, wide_sum = 0;
    for (std::size_t i = 0; i < r.pairs.size(); ++i) {
        const double score = static_cast<double>(i) / 4, played = static_cast<double>(r.pairs[i]);
        m.n += played;
        sum += score * played;
        n += played + kUnseen;
        wide_sum += score * (played + kUnseen);
        square += score * score * (played + kUnseen);
    }
    if (m.n == 0) return m;
    m.mean = sum / m.n;
    const double wide_mean = wide_sum / n;
    m.variance = square / n - wide_mean * wide_mean;
    m.deviation = std::sqrt(m.variance / (n + 1));
    return m;
}

}  // namespace

void PairResults::add(double first_points, double second_points) {
    for (double p : {first_points, second_points}) {
        wins += p == 1;
        draws += p == 0.5;
        losses += p == 0;
    }
    ++pairs[static_cast<std::size_t>(std::lround(2 * (first_points + second_points)))];
}

EloEstimate estimate_elo(const PairResults& results) {
    const Moments m = moments(results);
    EloEstimate e;
    if (m.n == 0) return e;
    e.score = m.mean;
    e.elo = elo_of(m.mean);
    e.error = (elo_of(m.mean + kNormal95 * m.deviation) - elo_of(m.mean - kNormal95 * m.deviation)) / 2;
    e.superiority = 0.5 * std::erfc(-(m.mean - 0.5) / m.deviation / std::sqrt(2.0));
    return e;
}

double log_likelihood_ratio(const PairResults& results, double elo0, double elo1) {
    const Moments m = moments(results);
    if (m.n == 0) return 0;
    const double s0 = score_of(elo0), s1 = score_of(elo1);
    return m.n * (s1 - s0) * (2 * m.mean - s0 - s1) / (2 * m.variance);
}

std::string to_string(const PairResults& r) {
    const EloEstimate e = estimate_elo(r);
    return format(
        "%llu games  +%llu =%llu -%llu  Elo %+.1f +- %.1f  LOS %.1f%%  pairs [%llu %llu %llu %llu %llu]",
        static_cast<unsigned long long>(r.games()), static_cast<unsigned long long>(r.wins),
        static_cast<unsigned long long>(r.draws), static_cast<unsigned long long>(r.losses), e.elo, e.error,
        100 * e.superiority, static_cast<unsigned long long>(r.pairs[0]),
        static_cast<unsigned long long>(r.pairs[1]), static_cast<unsigned long long>(r.pairs[2]),
        static_cast<unsigned long long>(r.pairs[3]), static_cast<unsigned long long>(r.pairs[4]));
}

}  // namespace stillpoint
