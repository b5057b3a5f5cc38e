#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gamedata/filters.h"
#include "train/position_file.h"
#include "train/record_store.h"
#include "util/result.h"

namespace stillpoint::train {

// Games played by the same network with the same number of nodes: their scores mean the same.
struct Generation {
    std::uint32_t net_crc32c = 0;
    std::uint32_t soft_nodes = 0;
    std::uint64_t files = 0;
    std::uint64_t games = 0;
    std::uint64_t positions = 0;  // kept ones
    double scale = 0.0;           // K: sigmoid(score / K) is the winning chance
    bool fitted = false;          // false: given, or a guess for lack of data
};

struct LoadOptions {
    spg::Filters filters{};
    int threads = 1;
    std::uint64_t max_positions = std::numeric_limits<std::uint64_t>::max();
    // Bytes for positions, 32 each. With more of them than that, the training positions go to a file in this
    // folder, or, without a folder, only a random sample of them is kept.
    std::uint64_t memory = std::uint64_t{16} << 30;
    std::string folder{};
    std::uint64_t seed = 1;      // of the file's order
    int validation_percent = 1;  // of the games
    double scale = 0.0;          // K for all generations; 0: fit
    double look_ahead = 0.0;     // share of the scores that follow, see scores.h
    // Called now and then with files and positions done so far.
    std::function<void(std::uint64_t files, std::uint64_t positions)> progress{};
};

struct Dataset {
    RecordStore training;    // in the order of the files; shuffle before use
    RecordStore validation;  // from other games: positions of one game share a label, which would leak
    // The training positions if memory could not hold them, in random order; then `training` is empty.
    std::optional<PositionFile> file;
    std::uint64_t training_positions = 0;
    std::uint64_t validation_positions = 0;
    std::vector<Generation> generations;
    // How the games were read.
    spg::Filters filters;
    double look_ahead = 0.0;
    spg::FilterCounts counts;
    std::uint64_t files = 0;
    std::uint64_t games = 0;
    std::uint64_t duplicate_games = 0;  // left out
    std::uint64_t corrupt_games = 0;    // left out
    bool full = false;                  // max_positions was reached
    std::vector<std::string> problems;  // damaged files and the like
    // Of the games and how they were read: a run may only be resumed with the same.
    std::uint64_t fingerprint = 0;

    std::vector<float> inverse_scales() const;
};

// Replays all games and keeps what passes the filters. The result does not depend on the number of threads.
// An error if a file cannot be read at all; damaged places of a file are skipped and named. A file of
// positions that an earlier call made from the same games is taken as it is.
Result<Dataset> load(const std::vector<std::string>& files, const LoadOptions& options);

// Where load() keeps what memory cannot hold.
std::string position_file_in(const std::string& folder);

// What was loaded and what was left out, with every generation's scale: for the terminal and the manifest.
std::string to_string(const Dataset& data);

}  // namespace stillpoint::train
