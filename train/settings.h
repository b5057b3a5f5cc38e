#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "nnue/architecture.h"
#include "train/loss.h"
#include "train/model.h"

namespace stillpoint::train {

// Of the network whose weights a run begins with; game files name networks by it too.
enum class NetworkChecksum : std::uint64_t { None };

// Everything the learned weights depend on, besides the data. A resumed run must have the same.
struct Settings {
    int hidden = nnue::kHidden;
    int king_buckets = nnue::kKingBuckets;
    nnue::Layers layers = nnue::kLayers;
    std::uint64_t seed = 1;
    NetworkChecksum start = NetworkChecksum::None;  // none: random weights

    int batch = 16384;
    // A batch is cut into this many parts with gradients of their own, added up in a fixed order: the result
    // is the same for any number of threads. More threads than this stay idle.
    int shards = 4;
    std::uint64_t superbatch = 100'000'000;  // positions between two validations
    int superbatches = 20;

    std::uint64_t window = 0;  // positions in memory at a time, see position_stream.h; 0: all

    double learning_rate = 1e-3;
    double final_learning_rate = 8e-6;
    int warmup = 200;  // batches

    double lambda = 0.5;        // share of the game's result in the target, at the beginning
    double final_lambda = 0.5;  // ... and at the end; linear between

    double sharpness = 1.0;  // of the curve from scores to winning chances, see loss.h

    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double decay = 0.01;
    double clip = nnue::kMaxWeight;

    friend bool operator==(const Settings&, const Settings&) = default;

    ModelShape shape() const { return {{.hidden = hidden, .king_buckets = king_buckets, .layers = layers}}; }
    std::uint64_t batches_per_superbatch() const {
        const auto b = static_cast<std::uint64_t>(batch);
        return superbatch < b ? 1 : (superbatch + b / 2) / b;
    }
    std::uint64_t total_batches() const {
        return batches_per_superbatch() * static_cast<std::uint64_t>(superbatches);
    }
};

inline Target target_of(const Settings& s, double lambda, std::span<const float> inverse_scale) {
    return {.lambda = static_cast<float>(lambda),
            .inverse_scale = inverse_scale,
            .sharpness = static_cast<float>(s.sharpness)};
}

// Empty if the settings make sense; otherwise what is wrong with them.
std::string problem_with(const Settings& settings);

// Calls visit(name, field) for every field; all code that handles every field uses this.
template <class SettingsOrConst, class Visit>
void for_each_field(SettingsOrConst& s, Visit&& visit) {
    visit("hidden", s.hidden);
    visit("king buckets", s.king_buckets);
    visit("second layer", s.layers[0]);
    visit("third layer", s.layers[1]);
    visit("seed", s.seed);
    visit("start", s.start);
    visit("batch", s.batch);
    visit("shards", s.shards);
    visit("superbatch", s.superbatch);
    visit("superbatches", s.superbatches);
    visit("window", s.window);
    visit("learning rate", s.learning_rate);
    visit("final learning rate", s.final_learning_rate);
    visit("warm-up", s.warmup);
    visit("lambda", s.lambda);
    visit("final lambda", s.final_lambda);
    visit("sharpness", s.sharpness);
    visit("beta1", s.beta1);
    visit("beta2", s.beta2);
    visit("epsilon", s.epsilon);
    visit("decay", s.decay);
    visit("clip", s.clip);
}

// How far the run has come before batch `step`, from 0 to 1.
double progress_of(const Settings& s, std::uint64_t step);
// A cosine from the first to the last rate. It has to be low at the end: a constant rate costs a hundred Elo.
// It warms up first, because the optimiser's first steps are large while its averages are still empty.
double learning_rate_at(const Settings& s, std::uint64_t step);
double lambda_at(const Settings& s, std::uint64_t step);

// For manifests and messages.
using NamedValues = std::vector<std::pair<std::string, std::string>>;
NamedValues named_values(const Settings& settings);
// "hidden is 128, was 256", one entry per difference.
std::vector<std::string> differences(const Settings& now, const Settings& before);

}  // namespace stillpoint::train
