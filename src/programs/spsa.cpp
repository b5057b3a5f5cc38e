#include "programs/spsa.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "nnue/embedded.h"
#include "programs/command_line.h"
#include "tools/selfplay/match.h"
#include "util/replace_file.h"

namespace stillpoint {

#ifndef STILLPOINT_TUNE

int spsa_main(const std::vector<std::string>&) {
    std::fprintf(stderr, "spsa: parameters can only be changed in the tune build (make tune)\n");
    return 1;
}

#else

namespace {

// The usual schedules: steps shrink as (k + A)^-alpha, perturbations as k^-gamma.
constexpr double kAlpha = 0.602;
constexpr double kGamma = 0.101;
constexpr double kStabilityShare = 0.1;
constexpr double kFinalRate = 0.002;

struct SpsaSettings {
    std::string state_file = "spsa.json";
    std::vector<std::string> names;  // prefixes of parameters; empty: all
    std::uint64_t iterations = 2000;
    std::uint64_t pairs = 8;  // a step
    std::uint64_t nodes = 5000;
    int threads = 2;
    std::uint64_t seed = 1;
    std::string book;
};

struct Tuned {
    ParamInfo info;
    double value;
};

class Spsa {
public:
    Spsa(const SpsaSettings& settings, const MatchSettings& match) : settings_(settings), match_(match) {
        for (const ParamInfo& info : kParamInfos) {
            const auto wanted = [&](const std::string& prefix) { return info.name.starts_with(prefix); };
            if (settings.names.empty() || std::any_of(settings.names.begin(), settings.names.end(), wanted))
                params_.push_back({info, static_cast<double>(info.value)});
        }
    }

    bool run() {
        if (params_.empty()) return false;
        load();
        for (; step_ < settings_.iterations; ++step_) {
            one_step();
            if (step_ % 20 == 19) {
                save();
                report();
            }
        }
        save();
        report();
        return true;
    }

private:
    void one_step() {
        const double k = static_cast<double>(step_) + 1, n = static_cast<double>(settings_.iterations);
        Rng rng(settings_.seed + 7919 * step_);
        PlayerConfig plus = base(), minus = base();
        std::vector<double> direction(params_.size());
        for (std::size_t i = 0; i < params_.size(); ++i) {
            const ParamInfo& info = params_[i].info;
            // Perturbations end at the parameter's step.
            const double c = info.step * std::pow(n / k, kGamma);
            direction[i] = (rng.below(2) ? 1.0 : -1.0) * c;
            set(plus, i, params_[i].value + direction[i], rng);
            set(minus, i, params_[i].value - direction[i], rng);
        }
        match_.seed = settings_.seed * 1000003 + step_;
        match_.pairs = settings_.pairs;
        const PairResults r = play_match(plus, minus, match_);
        const double result = static_cast<double>(r.wins) - static_cast<double>(r.losses);
        const double stability = kStabilityShare * n;
        for (std::size_t i = 0; i < params_.size(); ++i) {
            const ParamInfo& info = params_[i].info;
            const double c_end = info.step;
            const double a_end = kFinalRate * c_end * c_end;
            const double a = a_end * std::pow((n + stability) / (k + stability), kAlpha);
            params_[i].value = std::clamp(params_[i].value + a * result / direction[i],
                                          static_cast<double>(info.min), static_cast<double>(info.max));
        }
    }

    PlayerConfig base() const {
        PlayerConfig config;
        config.network = nnue::embedded_network();
        config.hard_nodes = settings_.nodes;
        return config;
    }

    // Fractions are rounded at random, so that small movements count on average.
    void set(PlayerConfig& config, std::size_t i, double value, Rng& rng) const {
        const ParamInfo& info = params_[i].info;
        const double rounded = std::floor(value + rng.unit());
        *find_param(config.tuning.params, info.name) = static_cast<int>(
            std::clamp(rounded, static_cast<double>(info.min), static_cast<double>(info.max)));
    }

    void load() {
        std::ifstream in(settings_.state_file);
        if (!in) return;
        const auto j = nlohmann::json::parse(in, nullptr, false);
        if (j.is_discarded()) return;
        step_ = j.value("step", std::uint64_t{0});
        for (Tuned& p : params_)
            if (j["values"].contains(std::string(p.info.name)))
                p.value = j["values"][std::string(p.info.name)];
    }

    void save() const {
        nlohmann::json j;
        j["step"] = step_ + 1;
        for (const Tuned& p : params_) j["values"][std::string(p.info.name)] = p.value;
        if (const auto saved = replace_file(settings_.state_file, {j.dump(1) + '\n'}); !saved)
            std::fprintf(stderr, "tune: '%s' not written: %s\n", settings_.state_file.c_str(),
                         saved.error().c_str());
    }

    void report() const {
        std::printf("step %llu/%llu\n", static_cast<unsigned long long>(step_ + 1),
                    static_cast<unsigned long long>(settings_.iterations));
        for (const Tuned& p : params_)
            std::printf("  %-28s %8.2f  (from %d)\n", std::string(p.info.name).c_str(), p.value,
                        p.info.value);
        std::fflush(stdout);
    }

    SpsaSettings settings_;
    MatchSettings match_;
    std::vector<Tuned> params_;
    std::uint64_t step_ = 0;
};

}  // namespace

int spsa_main(const std::vector<std::string>& arguments) {
    SpsaSettings s;
    CLI::App app{"Tunes search parameters by self-play."};
    app.add_option("params", s.names, "parameters, by the beginning of their names; default: all");
    app.add_option("--state", s.state_file, "file that keeps the state; an existing one is continued");
    app.add_option("--iterations", s.iterations, "steps in all");
    app.add_option("--pairs", s.pairs, "game pairs a step");
    app.add_option("--nodes", s.nodes, "nodes a move");
    app.add_option("--threads", s.threads, "games at once")->check(CLI::Range(1, 1024));
    app.add_option("--seed", s.seed, "seed of openings and directions");
    app.add_option("--book", s.book, "opening positions; default: random openings");
    if (const auto code = parse_command_line(app, arguments)) return *code;
    MatchSettings match;
    match.threads = s.threads;
    if (!s.book.empty()) {
        auto lines = read_book(s.book);
        if (!lines) {
            std::fprintf(stderr, "spsa: %s\n", lines.error().c_str());
            return 1;
        }
        match.book = std::move(*lines);
    }
    if (!Spsa(s, match).run()) {
        std::fprintf(stderr, "spsa: no parameter begins so\n");
        return 1;
    }
    return 0;
}

#endif

}  // namespace stillpoint
