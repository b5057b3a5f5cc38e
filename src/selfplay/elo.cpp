#include "selfplay/elo.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "util/text.h"

namespace stillpoint {

namespace {

using Shares = std::array<double, 5>;

constexpr double kNormal95 = 1.959964;
// The slope of the Elo curve at an even score.
constexpr double kEloSlope = 800 / std::numbers::ln10;
// Of a pair, in points of one game.
constexpr Shares kScores = {0, 0.25, 0.5, 0.75, 1};

double elo_of(double score) {
    const double s = std::clamp(score, 1e-4, 1 - 1e-4);
    return 400.0 * std::log10(s / (1.0 - s));
}

double score_of(double elo) { return 1.0 / (1.0 + std::pow(10.0, -elo / 400.0)); }

struct Moments {
    double n = 0;  // pairs
    double mean = 0.5;
    double variance = 0;  // of one pair's score

    double deviation() const { return std::sqrt(variance / n); }  // of the mean
};

Moments moments(const Shares& counts) {
    Moments m;
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        m.n += counts[i];
        sum += kScores[i] * counts[i];
    }
    if (m.n == 0) return m;
    m.mean = sum / m.n;
    for (std::size_t i = 0; i < counts.size(); ++i)
        m.variance += counts[i] * (kScores[i] - m.mean) * (kScores[i] - m.mean) / m.n;
    return m;
}

// `unseen` is counted for each outcome in addition to the pairs that were played.
Shares counts(const PairResults& r, double unseen = 0) {
    Shares counts{};
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = static_cast<double>(r.pairs[i]) + unseen;
    return counts;
}

// A few pairs that happen to end alike say little about how much others would differ; with these added they
// don't seem to. Among hundreds it makes no difference.
constexpr double kUnseen = 0.5;
double cautious_deviation(const PairResults& r) { return moments(counts(r, kUnseen)).deviation(); }

// Where a falling function crosses zero.
template <class Function>
double crossing(Function f, double from, double to) {
    constexpr int kHalvings = 60;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (from + to) / 2;
        (f(middle) > 0 ? from : to) = middle;
    }
    return (from + to) / 2;
}

// The probabilities under which the shares are most likely, among all that bring the means of `pull` to zero:
// those that go against it are raised, the others lowered (a Lagrange multiplier).
Shares most_likely(const Shares& shares, const Shares& pull) {
    const auto [least, most] = std::minmax_element(pull.begin(), pull.end());
    const double multiplier = crossing(
        [&](double x) {
            double sum = 0;
            for (std::size_t i = 0; i < pull.size(); ++i) sum += shares[i] * pull[i] / (1 + x * pull[i]);
            return sum;
        },
        -1 / *most, -1 / *least);
    Shares p{};
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = shares[i] / (1 + multiplier * pull[i]);
    return p;
}

// Among those with this mean.
Shares most_likely_at(const Shares& shares, double score) {
    Shares pull{};
    for (std::size_t i = 0; i < pull.size(); ++i) pull[i] = kScores[i] - score;
    return most_likely(shares, pull);
}

// Among those whose mean lies `t` times their spread above one half. What that asks of the probabilities
// depends on them, so it is found step by step, each time at the last ones (M. Van den Bergh, "Comments on
// normalized Elo", section 4.1).
Shares most_likely_at_normalized(const Shares& shares, double t) {
    constexpr int kSteps = 30;
    Shares p{};
    p.fill(1.0 / static_cast<double>(p.size()));
    for (int step = 0; step < kSteps; ++step) {
        const Moments m = moments(p);
        const double spread = std::sqrt(m.variance);
        Shares pull{};
        for (std::size_t i = 0; i < pull.size(); ++i) {
            const double off = (kScores[i] - m.mean) / spread;
            pull[i] = kScores[i] - 0.5 - t * spread * (1 + off * off) / 2;
        }
        p = most_likely(shares, pull);
    }
    return p;
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

void PairResults::add(const PairResults& more) {
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += more.pairs[i];
    wins += more.wins;
    draws += more.draws;
    losses += more.losses;
}

EloEstimate estimate_elo(const PairResults& results) {
    const Moments m = moments(counts(results));
    EloEstimate e;
    if (m.n == 0) return e;
    const bool alike = m.variance == 0;
    const double deviation = alike ? cautious_deviation(results) : m.deviation();
    // Per game: a pair's score is the mean of two.
    const double spread = std::numbers::sqrt2 * deviation * std::sqrt(m.n);
    e.score = m.mean;
    e.elo = elo_of(m.mean);
    e.error = (elo_of(m.mean + kNormal95 * deviation) - elo_of(m.mean - kNormal95 * deviation)) / 2;
    e.normalized = (m.mean - 0.5) / spread * kEloSlope;
    e.normalized_error = kNormal95 * deviation / spread * kEloSlope;
    e.superiority = 0.5 * std::erfc(-(m.mean - 0.5) / deviation / std::numbers::sqrt2);
    return e;
}

double Sprt::log_likelihood_ratio(const PairResults& results) const {
    if (results.games() == 0) return 0;
    // An outcome that never came may come all the same.
    constexpr double kNever = 1e-3;
    Shares seen = counts(results);
    for (double& count : seen) count = std::max(count, kNever);
    const double n = moments(seen).n;
    Shares shares = seen;
    for (double& share : shares) share /= n;
    const auto fitted = [&](double elo) {
        return model == EloModel::Logistic
                   ? most_likely_at(shares, score_of(elo))
                   : most_likely_at_normalized(shares, std::numbers::sqrt2 * elo / kEloSlope);
    };
    const Shares p0 = fitted(elo0), p1 = fitted(elo1);
    double sum = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) sum += seen[i] * std::log(p1[i] / p0[i]);
    return sum;
}

bool Sprt::decided(const PairResults& results) const {
    return std::abs(log_likelihood_ratio(results)) >= kBound;
}

int certain_sign(const PairResults& results) {
    // At one look it would be an error of one in seven hundred.
    constexpr double kDeviations = 3.2;
    constexpr double kFewestPairs = 10;
    const Moments m = moments(counts(results));
    if (m.n < kFewestPairs) return 0;
    const double off = (m.mean - 0.5) / cautious_deviation(results);
    return off > kDeviations ? 1 : off < -kDeviations ? -1 : 0;
}

double cautious_error(const PairResults& results) {
    const double mean = moments(counts(results)).mean, off = kNormal95 * cautious_deviation(results);
    return (elo_of(mean + off) - elo_of(mean - off)) / 2;
}

std::string to_string(const PairResults& r) {
    const EloEstimate e = estimate_elo(r);
    const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
    return format(
        "%llu games  +%llu =%llu -%llu  Elo %+.1f +- %.1f  nElo %+.1f +- %.1f  LOS %.1f%%  pairs [%llu %llu "
        "%llu %llu %llu]",
        number(r.games()), number(r.wins), number(r.draws), number(r.losses), e.elo, e.error, e.normalized,
        e.normalized_error, 100 * e.superiority, number(r.pairs[0]), number(r.pairs[1]), number(r.pairs[2]),
        number(r.pairs[3]), number(r.pairs[4]));
}

std::string to_string(const Sprt& test, const PairResults& results) {
    const double llr = test.log_likelihood_ratio(results);
    return format("LLR %.2f (%.2f, %.2f) [%.2f, %.2f] %s%s", llr, -Sprt::kBound, Sprt::kBound, test.elo0,
                  test.elo1, test.model == EloModel::Normalized ? "nElo" : "Elo",
                  llr >= Sprt::kBound    ? ", accepted"
                  : llr <= -Sprt::kBound ? ", rejected"
                                         : "");
}

}  // namespace stillpoint
