#include "train/checkpoint.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "train/archive.h"
#include "train/files.h"
#include "util/crc32c.h"

namespace stillpoint::train {

namespace {

constexpr std::string_view kCheckpointMagic = "STILLCK6";
constexpr std::size_t kCrcBytes = 4;

// One description of the layout for both directions.
template <class Archive, class Row>
void transfer_row(Archive& archive, Row& r) {
    archive(r.superbatch);
    archive(r.step);
    archive(r.train_loss);
    archive(r.validation.positions);
    archive(r.validation.loss);
    archive(r.validation.eval_loss);
    archive(r.validation.result_loss);
    archive(r.validation.mean_output);
    archive(r.validation.dead_units);
    archive(r.validation.saturated_units);
    archive(r.learning_rate);
    archive(r.lambda);
    archive(r.positions_per_second);
    archive(r.positions_per_cpu_second);
}

template <class Archive, class State>
void transfer_state(Archive& archive, State& s) {
    archive(s.step);
    archive(s.loss_sum);
    archive(s.loss_batches);
    archive.array(s.seen.data(), s.seen.size());
    archive.array(s.parameters.data(), s.parameters.size());
    archive.array(s.optimizer.mean.data(), s.optimizer.mean.size());
    archive.array(s.optimizer.square.data(), s.optimizer.square.size());
}

}  // namespace

std::string to_bytes(const Checkpoint& c) {
    ArchiveWriter out;
    out.array(kCheckpointMagic.data(), kCheckpointMagic.size());
    for_each_field(c.settings, [&](const char*, const auto& value) { out(value); });
    out(c.dataset_fingerprint);
    out(c.best_validation);
    out.list(c.history, [](auto& archive, const HistoryRow& row) { transfer_row(archive, row); });
    transfer_state(out, c.state);
    out(crc32c(out.bytes.data(), out.bytes.size()));
    return std::move(out.bytes);
}

Result<Checkpoint> checkpoint_from_bytes(std::string_view bytes) {
    if (bytes.size() < kCheckpointMagic.size() + kCrcBytes ||
        bytes.substr(0, kCheckpointMagic.size()) != kCheckpointMagic)
        return Error{"not a checkpoint"};
    std::uint32_t crc = 0;
    std::memcpy(&crc, bytes.data() + bytes.size() - kCrcBytes, kCrcBytes);
    bytes.remove_suffix(kCrcBytes);
    if (crc32c(bytes.data(), bytes.size()) != crc) return Error{"damaged (checksum differs)"};

    ArchiveReader in(bytes.substr(kCheckpointMagic.size()));
    Settings settings;
    for_each_field(settings, [&](const char*, auto& value) { in(value); });
    if (const std::string problem = problem_with(settings); !problem.empty()) return Error{problem};
    Checkpoint c{.settings = settings, .state = TrainingState(settings), .history = {}};
    in(c.dataset_fingerprint);
    in(c.best_validation);
    in.list(c.history, [](auto& archive, HistoryRow& row) { transfer_row(archive, row); });
    transfer_state(in, c.state);
    if (!in.exact()) return Error{"has the wrong length"};
    return c;
}

Result<Checkpoint> load_checkpoint(const std::string& path) {
    const auto bytes = read_file(path);
    if (!bytes) return Error{bytes.error()};
    auto checkpoint = checkpoint_from_bytes(*bytes);
    if (!checkpoint) return Error{"'" + path + "': " + checkpoint.error()};
    return checkpoint;
}

std::vector<std::string> numbered_checkpoints(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("step-") && name.ends_with(".ckpt")) paths.push_back(entry.path().string());
    }
    std::sort(paths.rbegin(), paths.rend());
    return paths;
}

Result<std::string> save_numbered(const std::string& folder, const Checkpoint& checkpoint, int keep) {
    char name[40];
    std::snprintf(name, sizeof name, "step-%010llu.ckpt",
                  static_cast<unsigned long long>(checkpoint.state.step));
    const std::string path = (std::filesystem::path(folder) / name).string();
    if (const auto done = write_safely(path, to_bytes(checkpoint)); !done) return Error{done.error()};
    const std::vector<std::string> all = numbered_checkpoints(folder);
    for (std::size_t i = static_cast<std::size_t>(keep); i < all.size(); ++i) {
        std::error_code ignored;
        std::filesystem::remove(all[i], ignored);
    }
    return path;
}

}  // namespace stillpoint::train
