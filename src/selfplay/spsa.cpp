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

std::vector<SpsaParam> tunable_params(const std::vector<std::string>& prefixes, bool with_clock) {
    const auto is_wanted = [&](std::string_view name) {
        if (prefixes.empty()) return with_clock || !name.starts_with("tm_");
        return std::any_of(prefixes.begin(), prefixes.end(),
                           [&](const std::string& prefix) { return name.starts_with(prefix); });
    };
    std::vector<SpsaParam> params;
    for (const ParamInfo& info : kParamInfos)
        if (is_wanted(info.name))
            params.push_back({.name = std::string(info.name),
                              .value = static_cast<double>(info.value),
                              .step = static_cast<double>(info.step),
                              .min = static_cast<double>(info.min),
                              .max = static_cast<double>(info.max)});
    return params;
}

void play_iteration(Spsa& spsa, const PlayerConfig& base, MatchSettings match) {
    const auto side = [&](const std::vector<int>& values) {
        PlayerConfig config = base;
        for (std::size_t i = 0; i < values.size(); ++i)
            *find_param(config.tuning.params, spsa.params()[i].name) = values[i];
        return config;
    };
    const Spsa::Trial trial = spsa.trial();
    match.seed = spsa.seed() * 1000003 + spsa.iteration();
    const PairResults r = play_match(side(trial.plus), side(trial.minus), match);
    spsa.learn(trial, static_cast<double>(r.wins) - static_cast<double>(r.losses));
}

std::vector<std::string> openbench_inputs(const Tuning& tuning) {
    Params params = tuning.params;
    std::vector<std::string> lines;
    for (const ParamInfo& info : kParamInfos)
        // C_end is the step at the end of a run; R_end, the learning rate, is the usual one.
        lines.push_back("param." + std::string(info.name) + ", int, " +
                        std::to_string(*find_param(params, info.name)) + ", " + std::to_string(info.min) +
                        ", " + std::to_string(info.max) + ", " + std::to_string(info.step) + ", 0.002");
    return lines;
}

}  // namespace stillpoint
