#pragma once

#include <optional>
#include <string>
#include <vector>

#include "train/history.h"
#include "train/trainer.h"
#include "util/result.h"

namespace stillpoint::train {

// Everything needed to continue a run as if it had never stopped.
struct Checkpoint {
    Settings settings;
    std::uint64_t dataset_fingerprint = 0;
    TrainingState state;
    History history{};
    double best_validation = 0.0;  // the smallest loss so far; 0: none yet
};

std::string to_bytes(const Checkpoint& checkpoint);
// Accepts any bytes; the checksum decides.
Result<Checkpoint> checkpoint_from_bytes(std::string_view bytes);

Result<Checkpoint> load_checkpoint(const std::string& path);

// A run's checkpoints are in one folder, named by their step. Only the newest few are kept.
Result<std::string> save_numbered(const std::string& folder, const Checkpoint& checkpoint, int keep = 3);
// Newest first.
std::vector<std::string> numbered_checkpoints(const std::string& folder);

}  // namespace stillpoint::train
