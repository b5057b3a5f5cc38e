#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>

#include "nnue/architecture.h"
#include "train/bench.h"
#include "train/run.h"

namespace {

using namespace stillpoint::train;

std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void request_stop(int signal) {
    stop_requested = true;
    std::signal(signal, SIG_DFL);  // a second one ends the program at once
}

void add_inputs(CLI::App& app, RunOptions& o) {
    app.add_option("inputs", o.inputs, "Game files, folders with .spg files, or quoted patterns")->required();
}

void add_loading(CLI::App& app, RunOptions& o) {
    auto& f = o.load.filters;
    const char* group = "Positions";
    app.add_option("--min-ply", f.min_ply, "Leave out positions before this half-move")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str()
        ->group(group);
    app.add_option("--min-pieces", f.min_pieces, "Leave out positions with fewer pieces, kings included")
        ->check(CLI::Range(2, 32))
        ->capture_default_str()
        ->group(group);
    app.add_option("--max-score", f.max_score, "Leave out larger scores")
        ->check(CLI::Range(1, 32767))
        ->capture_default_str()
        ->group(group);
    app.add_flag("--keep-checks{false}", f.skip_check, "Keep positions in check")->group(group);
    app.add_flag("--keep-captures{false}", f.skip_captures, "Keep positions whose best move captures")
        ->group(group);
    app.add_flag("--keep-promotions{false}", f.skip_promotions, "Keep positions whose best move promotes")
        ->group(group);
    app.add_option("--max-positions", o.load.max_positions, "Stop loading at this many")
        ->check(CLI::PositiveNumber)
        ->group(group);
    app.add_option("--memory", o.load.memory,
                   "For positions, 32 bytes each; more of them are read from a file while training")
        ->transform(CLI::AsSizeValue(false))
        ->default_str("16G")
        ->group(group);
    app.add_option("--validation-percent", o.load.validation_percent,
                   "Share of the games held out for validation")
        ->check(CLI::Range(0, 50))
        ->capture_default_str()
        ->group(group);
    app.add_option("--scale", o.load.scale, "K for all scores instead of fitting each generation's")
        ->check(CLI::PositiveNumber)
        ->group(group);
    app.add_option("--look-ahead", o.load.look_ahead, "Share of the later scores of the game in each score")
        ->check(CLI::Range(0.0, 0.95))
        ->capture_default_str()
        ->group(group);
    app.add_option("--threads", o.threads, "Threads")->check(CLI::Range(1, 256))->capture_default_str();
}

void add_limits(CLI::App& app, RunOptions& o) {
    app.add_option("--max-loss-increase", o.limits.loss_increase,
                   "Write no network whose loss rises by more than this share when rounded")
        ->capture_default_str()
        ->group("Export");
}

void add_shape(CLI::App& app, Settings& s) {
    const char* group = "Shape";
    app.add_option("--hidden", s.hidden, "Neurons of the hidden layer, a multiple of 32")
        ->capture_default_str()
        ->group(group);
    app.add_option("--king-buckets", s.king_buckets,
                   "Sets of inputs by the own king's square: 1, 2, 4, 8 or 16")
        ->capture_default_str()
        ->group(group);
    app.add_option("--layers", s.layers,
                   "Neurons of two layers behind the first, multiples of 16; 0,0: no such layers")
        ->delimiter(',')
        ->default_str(std::to_string(s.layers[0]) + "," + std::to_string(s.layers[1]))
        ->group(group);
}

void add_training(CLI::App& app, RunOptions& o) {
    Settings& s = o.settings;
    app.add_option("-o,--out", o.folder, "Folder for checkpoints, log, picture, manifest and network")
        ->required();
    app.add_option("--name", o.name, "Name of the network (default: the folder's)");
    app.add_option("--start", o.start, "Begin with the weights of this network file instead of random ones");
    app.add_flag("--resume", o.resume, "Continue from the newest checkpoint in the folder");
    app.add_flag("--force", o.force, "Resume even if settings or games differ");
    app.add_option("--checkpoint-seconds", o.checkpoint_seconds, "Time between checkpoints")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--minutes", o.minutes, "Stop with a checkpoint after this time; continue with --resume")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--validation-positions", o.validation_limit, "At most this many per validation")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();

    const char* group = "Learning";
    add_shape(app, s);
    app.add_option("--superbatches", s.superbatches, "Length of the run")
        ->capture_default_str()
        ->group(group);
    app.add_option("--superbatch", s.superbatch, "Positions between two validations")
        ->transform(CLI::AsNumberWithUnit(std::map<std::string, std::uint64_t>{{"k", 1000}, {"m", 1'000'000}},
                                          CLI::AsNumberWithUnit::CASE_INSENSITIVE, "NUMBER[k|M]"))
        ->default_str("100M")
        ->group(group);
    app.add_option("--lambda", s.lambda, "Share of the game's result in the target")
        ->capture_default_str()
        ->group(group);
    app.add_option("--final-lambda", s.final_lambda, "The share at the end (default: the same)")
        ->group(group);
    app.add_option("--sharpness", s.sharpness, "Steepness of the curve from scores to winning chances")
        ->capture_default_str()
        ->group(group);
    app.add_option("--lr", s.learning_rate, "Learning rate at the beginning")
        ->capture_default_str()
        ->group(group);
    app.add_option("--final-lr", s.final_learning_rate, "... and at the end")
        ->capture_default_str()
        ->group(group);
    app.add_option("--warmup", s.warmup, "Batches until the rate is full")
        ->capture_default_str()
        ->group(group);
    app.add_option("--batch", s.batch, "Positions per step")->capture_default_str()->group(group);
    app.add_option("--shards", s.shards, "Parts of a batch; more threads than this are idle")
        ->capture_default_str()
        ->group(group);
    app.add_option("--decay", s.decay, "Weight decay")->capture_default_str()->group(group);
    app.add_option("--beta1", s.beta1, "Memory of the gradient's mean")->capture_default_str()->group(group);
    app.add_option("--beta2", s.beta2, "Memory of the gradient's square")
        ->capture_default_str()
        ->group(group);
    app.add_option("--clip", s.clip, "Largest weight")->capture_default_str()->group(group);
    app.add_option("--seed", s.seed, "For the first weights and the order of positions")
        ->capture_default_str()
        ->group(group);
}

int run(int argc, char** argv) {
    CLI::App app{"Stillpoint's network trainer. See docs/training.md."};
    app.require_subcommand(1);
    RunOptions options;
    options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));

    CLI::App* train = app.add_subcommand("train", "Train a network and export it");
    add_inputs(*train, options);
    add_loading(*train, options);
    add_training(*train, options);
    add_limits(*train, options);

    CLI::App* data = app.add_subcommand("data", "Load games and report what is in them");
    add_inputs(*data, options);
    add_loading(*data, options);

    std::string checkpoint, net;
    CLI::App* exporting = app.add_subcommand("export", "Export the network of a checkpoint");
    add_inputs(*exporting, options);
    add_loading(*exporting, options);
    add_limits(*exporting, options);
    exporting->add_option("-c,--checkpoint", checkpoint, "The checkpoint")->required();
    exporting->add_option("-o,--out", net, "The network file to write")->required();
    exporting->add_option("--name", options.name, "Name of the network (default: the file's)");

    double seconds = 5.0;
    CLI::App* bench = app.add_subcommand("bench", "Measure positions per second and core");
    add_shape(*bench, options.settings);
    bench->add_option("--seconds", seconds, "How long to measure")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? kDone : kUsage;
    }
    if (*bench) return run_bench(options.settings, seconds);
    if (*data) return run_data_report(options);
    if (*exporting) return run_export(options, checkpoint, net);
    if (train->count("--final-lambda") == 0) options.settings.final_lambda = options.settings.lambda;
    std::signal(SIGINT, request_stop);
    std::signal(SIGTERM, request_stop);
    return run_training(options, stop_requested);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("error: out of memory; --memory limits what is kept of the positions\n", stderr);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "error: %s\n", e.what());
    }
    return kFailed;
}
