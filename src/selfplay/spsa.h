#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "selfplay/match.h"

namespace stillpoint {

struct SpsaParam {
    std::string name;
    double value = 0;
    double step = 1;  // the unit of perturbations and of learning
    double min = 0;
    double max = 0;
};

struct SpsaSchedule {
    std::uint64_t iterations = 600;
    double spread = 3;    // perturbation at the end of the run, in steps; less would drown in the noise
    double rate = 0.003;  // learning rate at the end of the run
};

// Simultaneous perturbation: shifts all parameters at once, up or down at random. A match between the two
// mirror images tells which way to go, on average. Steps and perturbations shrink along the run.
class Spsa {
public:
    // The two sides of one iteration, in the order of the parameters.
    struct Trial {
        std::vector<double> shift;
        std::vector<int> plus, minus;
    };

    Spsa(std::vector<SpsaParam> params, SpsaSchedule schedule, std::uint64_t seed)
        : params_(std::move(params)), schedule_(schedule), seed_(seed), sums_(params_.size()) {}

    bool done() const { return iteration_ >= schedule_.iterations; }
    // The same for the same iteration, however often it is called.
    Trial trial() const;
    // `result`: wins minus losses of `plus` against `minus`. Ends the iteration.
    void learn(const Trial& trial, double result);

    // The mean of the run's second half, which hides the last steps' noise; before that, the current values.
    std::vector<double> estimate() const;

    // What must be kept to continue the run later.
    struct State {
        std::uint64_t iteration = 0;
        std::vector<double> values, sums;
    };
    State state() const;
    void resume(const State& state);

    const std::vector<SpsaParam>& params() const { return params_; }
    std::uint64_t iteration() const { return iteration_; }
    std::uint64_t seed() const { return seed_; }

private:
    std::vector<SpsaParam> params_;
    SpsaSchedule schedule_;
    std::uint64_t seed_;
    std::uint64_t iteration_ = 0;
    std::vector<double> sums_;  // of the values in the second half
};

// The parameters of the search (params.def) whose names begin with one of the prefixes. Without prefixes all,
// the clock's (tm_) only where there is a clock: in games of fixed nodes they would only drift.
std::vector<SpsaParam> tunable_params(const std::vector<std::string>& prefixes, bool with_clock);

// Plays the match of the current iteration and learns from it. The match's seed is chosen here.
void play_iteration(Spsa& spsa, const PlayerConfig& base, MatchSettings match);

// One line per parameter, in the form OpenBench reads.
std::vector<std::string> openbench_inputs(const Tuning& tuning);

}  // namespace stillpoint
