#include "train/trainer.h"

#include <algorithm>
#include <atomic>

#include "train/settings.h"

namespace stillpoint::train {

namespace {

static_assert(kMicroBatch % RecordStore::kBlock == 0);

// Different purposes need different random numbers from the one seed.
constexpr std::uint64_t kWeightsSalt = 0x57454947;

}  // namespace

TrainingState::TrainingState(const Settings& settings)
    : parameters(initial_parameters(settings.shape(), settings.seed ^ kWeightsSalt)), optimizer(settings) {}

Trainer::Trainer(const Settings& settings, PositionSource& source, std::vector<float> inverse_scales,
                 int threads)
    : settings_(settings),
      source_(source),
      inverse_scales_(std::move(inverse_scales)),
      state_(settings),
      shards_(static_cast<std::size_t>(settings.shards)),
      weights_(settings.shape()),
      team_(std::clamp(threads, 1, settings.shards)) {
    for (int i = 0; i < settings.shards; ++i) gradients_.emplace_back(settings.shape().size());
    for (int i = 0; i < team_.size(); ++i) workers_.emplace_back(settings.shape());
}

void Trainer::run_shard(Worker& worker, int number, const Target& target) {
    Shard& shard = shards_[static_cast<std::size_t>(number)];
    shard.loss = 0.0;
    const std::uint64_t blocks_per_shard =
        static_cast<std::uint64_t>(settings_.batch / settings_.shards) / RecordStore::kBlock;
    std::uint64_t block =
        (state_.step * static_cast<std::uint64_t>(settings_.shards) + static_cast<std::uint64_t>(number)) *
        blocks_per_shard;
    const std::uint64_t end = block + blocks_per_shard;
    const float share = 1.0F / static_cast<float>(settings_.batch);

    while (block < end) {
        std::size_t size = 0;
        for (; block < end && size < kMicroBatch; ++block) {
            const Record* first = source_.block(block);
            for (std::size_t i = 0; i < RecordStore::kBlock; ++i) worker.records[size++] = first + i;
        }
        worker.batch.fill(std::span(worker.records).first(size));
        worker.pass.forward(worker.batch, state_.parameters, weights_.data(), worker.outputs);
        for (std::size_t i = 0; i < size; ++i) {
            const auto [loss, slope] = squared_error(
                worker.outputs[i], target(worker.batch.record(static_cast<int>(i))), target.sharpness);
            shard.loss += static_cast<double>(loss);
            worker.slopes[i] = slope * share;
        }
        worker.pass.backward(worker.batch, state_.parameters, worker.slopes,
                             gradients_[static_cast<std::size_t>(number)]);
        for (int f = 0; f < settings_.shape().inputs(); ++f)
            if (!worker.batch.seats(f).empty())
                shard.seen[static_cast<std::size_t>(f % nnue::kBoardInputs)] = 1;
    }
}

Result<double> Trainer::step() {
    const std::uint64_t blocks = static_cast<std::uint64_t>(settings_.batch) / RecordStore::kBlock;
    if (const auto ready = source_.make_ready(state_.step * blocks, blocks); !ready)
        return Error{ready.error()};
    const Target target = target_of(settings_, lambda_at(settings_, state_.step), inverse_scales_);
    const auto threads = static_cast<std::size_t>(team_.size());
    team_.run([&](int thread) {
        const auto t = static_cast<std::size_t>(thread);
        weights_.copy(state_.parameters, weights_.size() * t / threads, weights_.size() * (t + 1) / threads);
    });
    std::atomic<int> next{0};
    team_.run([&](int thread) {
        for (int shard; (shard = next.fetch_add(1)) < settings_.shards;)
            run_shard(workers_[static_cast<std::size_t>(thread)], shard, target);
    });

    double loss = 0.0;
    for (const Shard& shard : shards_) {
        loss += shard.loss;
        for (std::size_t f = 0; f < state_.seen.size(); ++f) state_.seen[f] |= shard.seen[f];
    }
    loss /= settings_.batch;

    const std::size_t grains = state_.optimizer.work() / Optimizer::kGrain;
    team_.run([&](int thread) {
        const auto t = static_cast<std::size_t>(thread);
        state_.optimizer.update(state_.parameters, gradients_, state_.step,
                                grains * t / threads * Optimizer::kGrain,
                                grains * (t + 1) / threads * Optimizer::kGrain);
    });

    ++state_.step;
    state_.loss_sum += loss;
    ++state_.loss_batches;
    return loss;
}

}  // namespace stillpoint::train
