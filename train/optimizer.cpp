#include "train/optimizer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "train/settings.h"
#include "util/check.h"

namespace stillpoint::train {

using simd::native::F32;
using namespace simd::native;  // NOLINT: the arithmetic of F32

static_assert(Optimizer::kGrain % F32::kLanes == 0);

struct Optimizer::Constants {
    F32 step_size, square_correction, beta1, rest1, beta2, rest2, epsilon;

    // What to subtract from parameters with this gradient.
    F32 change(F32 gradient, float* mean_at, float* square_at) const {
        const F32 m = fma(beta1, F32::load(mean_at), mul(rest1, gradient));
        const F32 v = fma(beta2, F32::load(square_at), mul(rest2, mul(gradient, gradient)));
        m.store(mean_at);
        v.store(square_at);
        return div(mul(step_size, m), add(sqrt(mul(v, square_correction)), epsilon));
    }
};

Optimizer::Optimizer(const Settings& settings) : settings_(settings), shape_(settings.shape()) {
    const std::size_t size = shape_.size() + (buckets() > 1 ? shared_size() : 0);
    mean = Parameters(size);
    square = Parameters(size);
    constexpr double kFree = std::numeric_limits<float>::max();
    const auto end = [&](std::size_t parameter) { return parameter - (buckets() - 1) * shared_size(); };
    const auto weights_until = [&](std::size_t parameter) {
        regions_.push_back({end(parameter), settings.decay, settings.clip});
    };
    const auto biases_until = [&](std::size_t parameter) {
        regions_.push_back({end(parameter), 0.0, settings.clip});
    };
    weights_until(shape_.tile_bias(0));
    biases_until(shape_.tile_bias(shape_.tiles()));
    if (shape_.is_deep()) {
        weights_until(shape_.second_bias(0, 0));
        biases_until(shape_.third_weight(0, 0, 0));
        weights_until(shape_.third_bias(0, 0));
        biases_until(shape_.last_weight(0, 0));
    }
    weights_until(shape_.output_bias(0));
    regions_.push_back({end(shape_.size()), 0.0, kFree});
}

void Optimizer::update(Parameters& parameters, std::span<Parameters> gradients, std::uint64_t step,
                       std::size_t begin, std::size_t end) {
    STILLPOINT_ASSERT(begin % kGrain == 0 && end % kGrain == 0 && end <= work());
    const Settings& s = settings_;
    const double t = static_cast<double>(step) + 1.0;
    const double rate = learning_rate_at(s, step);
    const auto all = [](double value) { return F32::broadcast(static_cast<float>(value)); };
    const Constants constants{
        // Both averages start at zero; dividing by the weight gathered so far makes up for that.
        .step_size = all(rate / (1.0 - std::pow(s.beta1, t))),
        .square_correction = all(1.0 / (1.0 - std::pow(s.beta2, t))),
        .beta1 = all(s.beta1),
        .rest1 = all(1.0 - s.beta1),
        .beta2 = all(s.beta2),
        .rest2 = all(1.0 - s.beta2),
        .epsilon = all(s.epsilon)};
    const auto take_gradient = [&](std::size_t at) {
        F32 g = F32::zero();
        for (Parameters& shard : gradients) {
            g = add(g, F32::load(shard.data() + at));
            F32::zero().store(shard.data() + at);
        }
        return g;
    };
    const auto change_at = [&](F32 gradient, std::size_t at) {
        return constants.change(gradient, mean.data() + at, square.data() + at);
    };

    // A tile's weights of one king bucket: the same piece, square and neuron is this far on in the next one.
    constexpr std::size_t kNextBucket = std::size_t{nnue::kBoardInputs} * kTile;
    for (const Region& region : regions_) {
        const F32 shrink = all(1.0 - rate * region.decay), high = all(region.clip), low = all(-region.clip);
        const auto apply = [&](F32 change, std::size_t at) {
            const F32 value = sub(mul(shrink, F32::load(parameters.data() + at)), change);
            min(max(value, low), high).store(parameters.data() + at);
        };
        const std::size_t region_end = std::min(end, region.end);
        for (; begin < region_end; begin += F32::kLanes) {
            if (begin >= shared_size() || buckets() == 1) {
                const std::size_t at = begin + (buckets() - 1) * shared_size();
                apply(change_at(take_gradient(at), at), at);
                continue;
            }
            const std::size_t first = begin / kNextBucket * kNextBucket * buckets() + begin % kNextBucket;
            F32 shared_gradient = F32::zero();
            for (std::size_t b = 0; b < buckets(); ++b) {
                const std::size_t at = first + b * kNextBucket;
                const F32 gradient = take_gradient(at);
                shared_gradient = add(shared_gradient, gradient);
                apply(change_at(gradient, at), at);
            }
            const F32 shared = change_at(shared_gradient, shape_.size() + begin);
            for (std::size_t b = 0; b < buckets(); ++b) {
                float* const to = parameters.data() + first + b * kNextBucket;
                min(max(sub(F32::load(to), shared), low), high).store(to);
            }
        }
    }
}

}  // namespace stillpoint::train
