#include "selfplay/spsa.h"

#include <algorithm>
#include <cmath>

#include "util/rng.h"

namespace stillpoint {

namespace {

// The usual schedules: steps shrink as (k + A)^-alpha, perturbations as k^-gamma.
constexpr double kAlpha = 0.602;
constexpr double kGamma = 0.101;
constexpr double kStabilityShare = 0.1;

// Fractions are rounded at random, so that small movements count on average.
int rounded(double value, const SpsaParam& param, Rng& rng) {
    return static_cast<int>(std::clamp(std::floor(value + rng.unit()), param.min, param.max));
}

}  // namespace

Spsa::Trial Spsa::trial() const {
    Rng rng(Rng(seed_).next() + iteration_);
    const double k = static_cast<double>(iteration_) + 1, n = static_cast<double>(schedule_.iterations);
    Trial trial;
    for (const SpsaParam& param : params_) {
        const double size = schedule_.spread * param.step * std::pow(n / k, kGamma);
        const double shift = rng.below(2) ? size : -size;
        trial.shift.push_back(shift);
        trial.plus.push_back(rounded(param.value + shift, param, rng));
        trial.minus.push_back(rounded(param.value - shift, param, rng));
    }
    return trial;
}

void Spsa::learn(const Trial& trial, double result) {
    const double k = static_cast<double>(iteration_) + 1, n = static_cast<double>(schedule_.iterations);
    const double stability = kStabilityShare * n;
    const double rate = schedule_.rate * std::pow((n + stability) / (k + stability), kAlpha);
    for (std::size_t i = 0; i < params_.size(); ++i) {
        SpsaParam& param = params_[i];
        const double unit = schedule_.spread * param.step;
        param.value =
            std::clamp(param.value + rate * unit * unit * result / trial.shift[i], param.min, param.max);
        if (2 * iteration_ >= schedule_.iterations) sums_[i] += param.value;
    }
    ++iteration_;
}

std::vector<double> Spsa::estimate() const {
    const std::uint64_t half = (schedule_.iterations + 1) / 2;
    std::vector<double> values;
    for (std::size_t i = 0; i < params_.size(); ++i)
        values.push_back(iteration_ > half ? sums_[i] / static_cast<double>(iteration_ - half)
                                           : params_[i].value);
    return values;
}

Spsa::State Spsa::state() const {
    State state{.iteration = iteration_, .values = {}, .sums = sums_};
    for (const SpsaParam& param : params_) state.values.push_back(param.value);
    return state;
}

void Spsa::resume(const State& state) {
    iteration_ = state.iteration;
    sums_ = state.sums;
    for (std::size_t i = 0; i < params_.size(); ++i) params_[i].value = state.values[i];
}

}  // namespace stillpoint
