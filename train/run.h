#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "train/dataset.h"
#include "train/quantise.h"
#include "train/settings.h"

namespace stillpoint::train {

struct RunOptions {
    std::vector<std::string> inputs;
    std::string folder;  // for checkpoints, log, picture, manifest and the network
    std::string start;   // network whose weights the run begins with; empty: random ones
    std::string name;    // of the network and its file; empty: the folder's name
    LoadOptions load;
    Settings settings;
    int threads = 1;
    bool resume = false;
    bool force = false;  // resume even if settings or data differ
    int checkpoint_seconds = 300;
    // End this session with a checkpoint after this time or this many batches, as if stopped; 0: no limit.
    double minutes = 0.0;
    std::uint64_t session_batches = 0;
    std::uint64_t validation_limit = 500'000;
    QuantisationLimits limits;
};

// Exit codes of the program. Stopped: with a checkpoint, before the end.
inline constexpr int kDone = 0, kFailed = 1, kUsage = 2, kStopped = 130;

// Loads, trains, exports. When `stop` becomes true the run ends after the current batch, with a checkpoint.
int run_training(RunOptions options, const std::atomic<bool>& stop);

// Exports the network of a checkpoint; the inputs only serve for the comparison.
int run_export(const RunOptions& options, const std::string& checkpoint, const std::string& net_path);

// Loads and reports.
int run_data_report(const RunOptions& options);

}  // namespace stillpoint::train
