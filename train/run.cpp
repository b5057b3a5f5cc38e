#include "train/run.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "train/checkpoint.h"
#include "train/cpu_time.h"
#include "train/dataset.h"
#include "train/export.h"
#include "train/files.h"
#include "train/position_stream.h"
#include "train/progress.h"
#include "train/settings.h"
#include "train/shuffle.h"
#include "train/warm_start.h"
#include "util/terminal.h"
#include "util/text.h"

namespace stillpoint::train {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kTrainingSalt = 0x5452414E, kValidationSalt = 0x56414C49;

int fail(const std::string& message) {
    std::fprintf(stderr, "error: %s\n", message.c_str());
    return kFailed;
}

double mebibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

Result<Dataset> load_inputs(const RunOptions& options, ProgressDisplay& display) {
    const auto files = find_game_files(options.inputs);
    if (!files) return Error{files.error()};
    LoadOptions load_options = options.load;
    load_options.threads = options.threads;
    load_options.progress = [&](std::uint64_t done, std::uint64_t positions) {
        if (display.due())
            display.show("loading: " + std::to_string(done) + " of " + std::to_string(files->size()) +
                         " files, " + count_text(static_cast<double>(positions)) + " positions");
    };
    auto data = load(*files, load_options);
    if (!data) return data;
    display.print(to_string(*data));
    if (data->training_positions == 0) return Error{"no positions to train on"};
    return data;
}

// The positions an export is compared on: unseen ones if there are enough for a percentile.
const RecordStore& comparison_positions(const Dataset& data) {
    return data.validation.size() >= 10'000 ? data.validation : data.training;
}

// The scale of the generation with most positions, for the network's header.
int main_scale(const Dataset& data) {
    const Generation* main = &data.generations.front();
    for (const Generation& g : data.generations)
        if (g.positions > main->positions) main = &g;
    return static_cast<int>(std::lround(main->scale));
}

// For rounding the weights at the end; see calibrate.cpp for how many it looks at.
constexpr std::uint64_t kCalibrationPositions = 2'000'000;

std::unique_ptr<PositionSource> source_of(const Dataset& data, const Settings& s) {
    if (!data.file) return std::make_unique<PositionsInMemory>(data.training, s.seed);
    return std::make_unique<PositionStream>(*data.file, s.window, s.seed);
}

class Run {
public:
    Run(RunOptions options, Dataset data, ProgressDisplay& display, const std::atomic<bool>& stop)
        : options_(std::move(options)),
          data_(std::move(data)),
          display_(display),
          stop_(stop),
          source_(source_of(data_, options_.settings)),
          trainer_(options_.settings, *source_, data_.inverse_scales(), options_.threads) {}

    void begin_with(const StartingPoint& start) {
        start_from(start.net, trainer_.settings().shape(), trainer_.state());
        display_.print("starting from the weights of '" + options_.start + "' (" + start.name + ")");
    }

    // False after an error, which has been printed.
    bool resume() {
        const auto paths = numbered_checkpoints(options_.folder);
        if (paths.empty()) {
            fail("'" + options_.folder + "': no checkpoint to resume from");
            return false;
        }
        for (const std::string& path : paths) {
            auto checkpoint = load_checkpoint(path);
            if (!checkpoint) {
                display_.print("note: " + checkpoint.error() + "; trying the one before");
                continue;
            }
            return accept(std::move(*checkpoint), path);
        }
        fail("no readable checkpoint");
        return false;
    }

    int train() {
        write_manifest("");
        start_clocks();
        const Clock::time_point session_start = Clock::now();
        const std::uint64_t session_first = trainer_.state().step;
        Clock::time_point last_save = session_start;
        const std::uint64_t total = options_.settings.total_batches();
        TrainingState& state = trainer_.state();
        while (state.step < total) {
            const bool out_of_time =
                options_.minutes > 0.0 &&
                Clock::now() - session_start >= std::chrono::duration<double>(60.0 * options_.minutes);
            const bool enough =
                options_.session_batches > 0 && state.step - session_first >= options_.session_batches;
            if (stop_ || out_of_time || enough) {
                if (!save()) return kFailed;
                display_.print("stopped after batch " + std::to_string(state.step) +
                               "; continue with --resume");
                return kStopped;
            }
            const auto loss = trainer_.step();
            if (!loss) return fail(loss.error());
            if (!std::isfinite(*loss))
                return fail("the loss is no longer a number; try a lower learning rate");
            if (state.step % options_.settings.batches_per_superbatch() == 0) {
                if (!finish_superbatch()) return kFailed;
                last_save = Clock::now();
            } else if (Clock::now() - last_save >= std::chrono::seconds(options_.checkpoint_seconds)) {
                if (!save()) return kFailed;
                last_save = Clock::now();
            }
            if (display_.due()) display_.show(progress_line(options_.settings, view()));
        }
        return finish();
    }

private:
    bool accept(Checkpoint checkpoint, const std::string& path) {
        std::vector<std::string> problems = differences(options_.settings, checkpoint.settings);
        if (checkpoint.dataset_fingerprint != data_.fingerprint)
            problems.push_back("the games or filters differ");
        for (const std::string& p : problems) display_.print("differs from the checkpoint: " + p);
        if (checkpoint.settings.shape() != options_.settings.shape()) {
            fail("a checkpoint of another shape cannot be used at all");
            return false;
        }
        if (!problems.empty() && !options_.force) {
            fail("'" + path + "' belongs to another run; --force resumes anyway");
            return false;
        }
        history_ = std::move(checkpoint.history);
        best_validation_ = checkpoint.best_validation;
        // The optimiser keeps the current settings, which --force may have changed.
        TrainingState& state = trainer_.state();
        state.step = checkpoint.state.step;
        state.parameters = std::move(checkpoint.state.parameters);
        state.optimizer.mean = std::move(checkpoint.state.optimizer.mean);
        state.optimizer.square = std::move(checkpoint.state.optimizer.square);
        state.seen = checkpoint.state.seen;
        state.loss_sum = checkpoint.state.loss_sum;
        state.loss_batches = checkpoint.state.loss_batches;
        display_.print("resumed at batch " + std::to_string(state.step) + " from '" + path + "'");
        return true;
    }

    void start_clocks() {
        wall_start_ = Clock::now();
        cpu_start_ = cpu_seconds();
        step_start_ = trainer_.state().step;
    }
    double positions_since_start() const {
        return static_cast<double>(trainer_.state().step - step_start_) * options_.settings.batch;
    }
    double positions_per_second() const {
        const double seconds = std::chrono::duration<double>(Clock::now() - wall_start_).count();
        return seconds > 0.0 ? positions_since_start() / seconds : 0.0;
    }
    double positions_per_cpu_second() const {
        const double seconds = cpu_seconds() - cpu_start_;
        return seconds > 0.0 ? positions_since_start() / seconds : 0.0;
    }

    double mean_loss() const {
        const TrainingState& s = trainer_.state();
        return s.loss_batches > 0 ? s.loss_sum / static_cast<double>(s.loss_batches) : 0.0;
    }

    ProgressView view() const {
        return {.step = trainer_.state().step,
                .loss = mean_loss(),
                .validation = history_.empty() ? ValidationReport{} : history_.back().validation,
                .learning_rate = learning_rate_at(options_.settings, trainer_.state().step),
                .positions_per_second = positions_per_second()};
    }

    bool finish_superbatch() {
        TrainingState& state = trainer_.state();
        const Settings& s = options_.settings;
        HistoryRow row;
        row.superbatch = state.step / s.batches_per_superbatch();
        row.step = state.step;
        row.train_loss = mean_loss();
        row.learning_rate = learning_rate_at(s, state.step - 1);
        row.lambda = lambda_at(s, state.step - 1);
        row.positions_per_second = positions_per_second();
        row.positions_per_cpu_second = positions_per_cpu_second();
        const std::vector<float> scales = data_.inverse_scales();
        row.validation = validate(s.shape(), state.parameters, data_.validation, options_.validation_limit,
                                  target_of(s, row.lambda, scales), trainer_.team());
        history_.push_back(row);
        ProgressView seen = view();
        seen.step = state.step - 1;  // still the superbatch that has just ended
        char extra[120];
        std::snprintf(extra, sizeof extra, "  |o| %.3f dead %d saturated %d, %s pos/s/core",
                      row.validation.mean_output, row.validation.dead_units, row.validation.saturated_units,
                      count_text(row.positions_per_cpu_second).c_str());
        display_.print(progress_line(s, seen) + extra);
        state.loss_sum = 0.0;
        state.loss_batches = 0;

        const bool best = row.validation.positions > 0 &&
                          (best_validation_ == 0.0 || row.validation.loss < best_validation_);
        if (best) best_validation_ = row.validation.loss;
        if (!save() || !write("log.csv", to_csv(history_)) ||
            !write("loss.svg", to_svg(history_, options_.name)))
            return false;
        if (best && !write("best.ckpt", to_bytes(checkpoint()))) return false;
        start_clocks();
        return true;
    }

    int finish() {
        if (const auto ready = keep_calibration_only(); !ready) return fail(ready.error());
        QuantisationReport report;
        const TrainingState& state = trainer_.state();
        const std::vector<float> scales = data_.inverse_scales();
        const ExportRequest request{
            .shape = options_.settings.shape(),
            .parameters = state.parameters,
            .seen = state.seen,
            .calibration = data_.training,
            .comparison = comparison_positions(data_),
            .target = target_of(options_.settings, options_.settings.final_lambda, scales),
            .limits = options_.limits,
            .path = path_of(options_.name + ".nn"),
            .name = options_.name,
            .fitted_k = main_scale(data_)};
        const auto written = export_net(request, report);
        write_manifest(to_string(report) + "\n");
        if (!written) return fail(written.error());
        display_.print(to_string(report));
        display_.print("wrote '" + request.path + "', " + std::to_string(*written) + " bytes");
        remove_position_file(position_file_in(options_.folder));
        return kDone;
    }

    // Of positions in a file, the export needs a few in memory, in place of the windows.
    Result<spg::Done> keep_calibration_only() {
        if (!data_.file) return spg::Done{};
        source_.reset();
        auto positions = data_.file->front(std::min(kCalibrationPositions, options_.settings.window));
        if (!positions) return Error{positions.error()};
        data_.training = std::move(*positions);
        return spg::Done{};
    }

    Checkpoint checkpoint() const {
        return {.settings = options_.settings,
                .dataset_fingerprint = data_.fingerprint,
                .state = trainer_.state(),
                .history = history_,
                .best_validation = best_validation_};
    }
    bool save() {
        const auto saved = save_numbered(options_.folder, checkpoint());
        if (!saved) fail(saved.error());
        return saved.ok();
    }
    bool write(const std::string& name, const std::string& content) const {
        const auto done = write_safely(path_of(name), content);
        if (!done) fail(done.error());
        return done.ok();
    }
    std::string path_of(const std::string& name) const { return (fs::path(options_.folder) / name).string(); }

    // Says in words what this network was made from.
    void write_manifest(const std::string& outcome) const {
        std::string text = "network " + options_.name + "\n\ninputs\n";
        for (const std::string& input : options_.inputs) text += "  " + input + "\n";
        if (!options_.start.empty()) text += "\nstarted from the weights of\n  " + options_.start + "\n";
        text += "\n" + to_string(data_) + "\nsettings\n";
        for (const auto& [name, value] : named_values(options_.settings))
            text += "  " + name + " " + value + "\n";
        if (!history_.empty()) {
            const HistoryRow& last = history_.back();
            char line[200];
            std::snprintf(
                line, sizeof line,
                "\nlast superbatch %llu: training loss %.6f, validation %.6f (eval %.6f, wdl %.6f), "
                "best validation %.6f\n",
                static_cast<unsigned long long>(last.superbatch), last.train_loss, last.validation.loss,
                last.validation.eval_loss, last.validation.result_loss, best_validation_);
            text += line;
        }
        write("manifest.txt", text + outcome);
    }

    RunOptions options_;
    Dataset data_;
    ProgressDisplay& display_;
    const std::atomic<bool>& stop_;
    std::unique_ptr<PositionSource> source_;
    Trainer trainer_;
    History history_;
    double best_validation_ = 0.0;
    Clock::time_point wall_start_;
    double cpu_start_ = 0.0;
    std::uint64_t step_start_ = 0;
};

void shuffle_data(Dataset& data, std::uint64_t seed) {
    shuffle(data.training, seed ^ kTrainingSalt);
    shuffle(data.validation, seed ^ kValidationSalt);
    data.training.fill_last_block();
}

}  // namespace

int run_training(RunOptions options, const std::atomic<bool>& stop) {
    if (const std::string problem = problem_with(options.settings); !problem.empty()) {
        fail(problem);
        return kUsage;
    }
    std::optional<StartingPoint> start;
    if (!options.start.empty()) {
        auto loaded = load_start(options.start, options.settings.shape());
        if (!loaded) return fail(loaded.error());
        start = std::move(*loaded);
        options.settings.start = NetworkChecksum{start->checksum};
    }
    fs::path folder = fs::path(options.folder).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    options.folder = folder.string();
    if (options.name.empty()) options.name = folder.filename().string();
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return fail("'" + options.folder + "': " + error.message());
    if (!options.resume && !numbered_checkpoints(options.folder).empty())
        return fail("'" + options.folder +
                    "' holds checkpoints of another run: --resume it or choose another folder");

    const std::uint64_t window = PositionStream::window_for(options.load.memory);
    if (window < static_cast<std::uint64_t>(options.settings.batch))
        return fail(format("%.1f MiB of memory are too little: two batches of %d positions take %.1f",
                           mebibytes(options.load.memory), options.settings.batch,
                           mebibytes(PositionStream::memory_for(options.settings.batch))));

    ProgressDisplay display(is_terminal(stdout));
    options.load.folder = options.folder;
    options.load.seed = options.settings.seed ^ kTrainingSalt;
    auto data = load_inputs(options, display);
    if (!data) return fail(data.error());
    shuffle_data(*data, options.settings.seed);
    if (data->file) {
        options.settings.window = window;
        display.print(format("%.0f MiB of positions are read from '%s', %.0f MiB at a time",
                             mebibytes(data->file->bytes()), data->file->path().c_str(),
                             mebibytes(window * sizeof(Record))));
    }
    const bool resume = options.resume;
    Run run(std::move(options), std::move(*data), display, stop);
    if (resume && !run.resume()) return kFailed;
    if (start && !resume) run.begin_with(*start);
    return run.train();
}

int run_export(const RunOptions& options, const std::string& checkpoint_path, const std::string& net_path) {
    auto checkpoint = load_checkpoint(checkpoint_path);
    if (!checkpoint) return fail(checkpoint.error());
    ProgressDisplay display(is_terminal(stdout));
    auto data = load_inputs(options, display);
    if (!data) return fail(data.error());
    shuffle_data(*data, checkpoint->settings.seed);
    QuantisationReport report;
    const std::vector<float> scales = data->inverse_scales();
    const Settings& s = checkpoint->settings;
    const ExportRequest request{
        .shape = s.shape(),
        .parameters = checkpoint->state.parameters,
        .seen = checkpoint->state.seen,
        .calibration = data->training,
        .comparison = comparison_positions(*data),
        .target = target_of(s, s.final_lambda, scales),
        .limits = options.limits,
        .path = net_path,
        .name = options.name.empty() ? fs::path(net_path).stem().string() : options.name,
        .fitted_k = main_scale(*data)};
    const auto written = export_net(request, report);
    if (!written) return fail(written.error());
    display.print(to_string(report));
    display.print("wrote '" + net_path + "', " + std::to_string(*written) + " bytes");
    return kDone;
}

int run_data_report(const RunOptions& options) {
    ProgressDisplay display(is_terminal(stdout));
    const auto data = load_inputs(options, display);
    return data ? kDone : fail(data.error());
}

}  // namespace stillpoint::train
