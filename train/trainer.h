#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "train/loss.h"
#include "train/network_pass.h"
#include "train/optimizer.h"
#include "train/position_source.h"
#include "train/settings.h"
#include "train/thread_team.h"

namespace stillpoint::train {

// All that changes while training, and all that a checkpoint needs besides the settings.
struct TrainingState {
    explicit TrainingState(const Settings& settings);

    std::uint64_t step = 0;  // batches done
    Parameters parameters;
    Optimizer optimizer;
    // Pieces on squares that have occurred, with the king in any bucket: what is learnt in one bucket is
    // known in all. The others keep their random weights and must not be exported.
    std::array<std::uint8_t, nnue::kBoardInputs> seen{};
    double loss_sum = 0.0;  // of the batches' mean losses since `loss_batches` was zero
    std::uint64_t loss_batches = 0;
};

// Makes the batches and learns from them.
class Trainer {
public:
    // The source must outlive the trainer.
    Trainer(const Settings& settings, PositionSource& source, std::vector<float> inverse_scales, int threads);

    // Learns from the next batch; returns its mean loss, or why there are no positions.
    Result<double> step();

    TrainingState& state() { return state_; }
    const TrainingState& state() const { return state_; }
    const Settings& settings() const { return settings_; }
    ThreadTeam& team() { return team_; }

private:
    struct Shard {
        double loss = 0.0;
        std::array<std::uint8_t, nnue::kBoardInputs> seen{};
    };
    struct Worker {
        explicit Worker(const ModelShape& shape) : pass(shape), batch(shape) {}
        TrainingPass pass;
        MicroBatch batch;
        std::array<const Record*, kMicroBatch> records{};
        std::array<float, kMicroBatch> outputs{};
        std::array<float, kMicroBatch> slopes{};
    };

    void run_shard(Worker& worker, int shard, const Target& target);

    Settings settings_;
    PositionSource& source_;
    std::vector<float> inverse_scales_;
    TrainingState state_;
    std::vector<Shard> shards_;
    ShortWeights weights_;               // the state's, as the passes read them
    std::vector<Parameters> gradients_;  // one a shard
    std::vector<Worker> workers_;        // one a thread
    ThreadTeam team_;
};

}  // namespace stillpoint::train
