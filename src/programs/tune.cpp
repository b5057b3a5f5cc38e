#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "nnue/network_choice.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "selfplay/play_key.h"
#include "selfplay/spsa.h"
#include "util/input_file.h"
#include "util/interrupt.h"
#include "util/progress.h"
#include "util/replace_file.h"

namespace stillpoint {

namespace {

constexpr std::uint64_t kSaveEvery = 20;

struct TuneSettings {
    std::string state_file = "spsa.json";
    std::vector<std::string> names;  // prefixes of parameters; empty: all that matter
    SpsaSchedule schedule;
    std::uint64_t pairs = 8;  // an iteration
    int threads = 2;
    std::uint64_t seed = 1;
    std::string book;
};

// A run and the file that keeps it. A run can only be continued with the settings it began with.
class TuneRun {
public:
    TuneRun(const TuneSettings& settings, const PlayerConfig& base, MatchSettings match,
            std::vector<SpsaParam> params)
        : settings_(settings),
          match_(std::move(match)),
          base_(base),
          spsa_(std::move(params), settings.schedule, settings.seed) {
        match_.pairs = settings_.pairs;
        for (const SpsaParam& p : spsa_.params()) names_.push_back(p.name);
        identity_ = {{"params", names_},
                     {"iterations", settings_.schedule.iterations},
                     {"spread", settings_.schedule.spread},
                     {"rate", settings_.schedule.rate},
                     {"pairs", settings_.pairs},
                     {"nodes", base_.hard_nodes},
                     {"clock", {base_.clock.start, base_.clock.increment, base_.clock.node_time}},
                     {"seed", settings_.seed},
                     {"book", settings_.book},
                     {"network", base_.network ? base_.network->name : ""},
                     {"settings of both sides", play_key(base_)},
                     {"openings", play_key(match_.openings, match_.adjudication)}};
    }

    Result<bool> load() {
        std::error_code ignored;
        if (!std::filesystem::exists(settings_.state_file, ignored)) return true;
        auto in = open_input(settings_.state_file);
        if (!in) return Error{in.error()};
        const auto j = nlohmann::json::parse(*in, nullptr, false);
        const auto refuse = [&](const std::string& why) {
            return Error{"'" + settings_.state_file + "' " + why +
                         "; it was left as it is, name another with --state"};
        };
        if (!j.is_object() || !j.contains("settings") || !j["settings"].is_object())
            return refuse("is not the state of a run");
        for (const auto& [key, value] : identity_.items())
            if (!j["settings"].contains(key) || j["settings"][key] != value)
                return refuse("belongs to a run with other " + key);
        try {
            Spsa::State state{.iteration = j.at("iteration"), .values = {}, .sums = {}};
            for (const std::string& name : names_) {
                state.values.push_back(j.at("values").at(name));
                state.sums.push_back(j.at("sums").at(name));
            }
            spsa_.resume(state);
        } catch (const nlohmann::json::exception&) {
            return refuse("is damaged");
        }
        return true;
    }

    // Returns the exit code.
    int run() {
        catch_interrupts();
        {
            ProgressBar bar(false, part_done());
            while (!spsa_.done() && !was_interrupted()) {
                bar.show(part_done(), iteration_text());
                play_iteration(spsa_, base_, match_);
                if (spsa_.iteration() % kSaveEvery != 0) continue;
                save();
                bar.finish();
                report();
            }
        }
        const bool saved = save();
        if (was_interrupted()) {
            fail("tune", "interrupted at " + iteration_text() + "; give the same command again to continue");
            return kInterrupted;
        }
        std::printf("rows for params.def:\n");
        const std::vector<double> values = spsa_.estimate();
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const SpsaParam& p = spsa_.params()[i];
            std::printf("PARAM(%s, %.0f, %.0f, %.0f, %.0f)\n", p.name.c_str(), std::round(values[i]), p.min,
                        p.max, p.step);
        }
        return saved ? kDone : kFailed;
    }

private:
    bool save() const {
        const Spsa::State state = spsa_.state();
        nlohmann::json j{{"settings", identity_}, {"iteration", state.iteration}};
        for (std::size_t i = 0; i < names_.size(); ++i) {
            j["values"][names_[i]] = state.values[i];
            j["sums"][names_[i]] = state.sums[i];
        }
        const auto saved = replace_file(settings_.state_file, {j.dump(1) + '\n'});
        if (!saved) fail("tune", "'" + settings_.state_file + "' not written: " + saved.error());
        return saved.ok();
    }

    double part_done() const {
        return static_cast<double>(spsa_.iteration()) / static_cast<double>(settings_.schedule.iterations);
    }
    std::string iteration_text() const {
        return "iteration " + std::to_string(spsa_.iteration()) + "/" +
               std::to_string(settings_.schedule.iterations);
    }

    void report() const {
        std::printf("%s\n", iteration_text().c_str());
        const std::vector<double> values = spsa_.estimate();
        for (std::size_t i = 0; i < names_.size(); ++i)
            std::printf("  %-28s %8.2f\n", names_[i].c_str(), values[i]);
        std::fflush(stdout);
    }

    TuneSettings settings_;
    MatchSettings match_;
    PlayerConfig base_;
    Spsa spsa_;
    std::vector<std::string> names_;
    nlohmann::json identity_;
};

}  // namespace

int tune_main(const Arguments& arguments) {
    TuneSettings s;
    PlayerConfig base;
    base.network = nnue::embedded_network();
    base.hard_nodes = kStandardNodes;
    std::vector<std::string> both;
    CLI::App app{"Tunes search parameters by self-play, at fixed nodes or at a clock that counts nodes."};
    app.add_option("PARAMETER", s.names,
                   "parameters, by the beginning of their names; default: all, the clock's (tm_) only at a "
                   "clock");
    app.add_option("--state", s.state_file, "file that keeps the state; an existing one is continued")
        ->type_name(kFile)
        ->capture_default_str();
    app.add_option("--iterations", s.schedule.iterations, "iterations in all")
        ->check(kCountRange)
        ->capture_default_str();
    app.add_option("--spread", s.schedule.spread, "final perturbation, in steps of params.def")
        ->check(CLI::PositiveNumber);
    app.add_option("--rate", s.schedule.rate, "final learning rate")->check(CLI::PositiveNumber);
    app.add_option("--pairs", s.pairs, "game pairs an iteration")->check(kCountRange)->capture_default_str();
    app.add_option("--nodes", base.hard_nodes, "nodes a move")->check(kCountRange)->capture_default_str();
    app.add_option("--both", both,
                   "settings of both sides, as of match: name=value ... (clock=, increment=, nodetime=)");
    app.add_option("--threads", s.threads, "games at once")->check(kThreadRange)->capture_default_str();
    app.add_option("--seed", s.seed, "seed of openings and directions")->check(CLI::NonNegativeNumber);
    app.add_option("--book", s.book, "opening positions; default: random openings")->type_name(kFile);
    if (const auto code = parse_command_line(app, arguments)) return *code;
    MatchSettings match;
    match.threads = s.threads;
    auto book = read_book(s.book);
    if (!book) return refuse("tune", book.error());
    match.openings.book = std::move(*book);
    LoadedNetworks networks;
    for (const std::string& setting : both)
        if (auto applied = apply_setting(base, setting, networks); !applied)
            return refuse("tune", applied.error());
    if (const auto fits = check_memory(2 * base.hash_mebibytes, s.threads); !fits)
        return refuse("tune", fits.error());
    auto params = tunable_params(s.names, base.clock.start > 0);
    if (params.empty()) return refuse("tune", "no parameter's name begins with that");
    TuneRun run(s, base, std::move(match), std::move(params));
    if (const auto loaded = run.load(); !loaded) return refuse("tune", loaded.error());
    return run.run();
}

}  // namespace stillpoint
