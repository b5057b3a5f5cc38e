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

Optimizer::Optimizer(const Settings& settings)
    : mean(settings.shape().size()), square(settings.shape().size()), settings_(settings) {
    const ModelShape shape = settings.shape();
    constexpr double kFree = std::numeric_limits<float>::max();
    regions_ = {{shape.feature_bias(0), settings.decay, settings.clip},
                {shape.output_weight(0, 0, 0), 0.0, settings.clip},
                {shape.output_bias(0), settings.decay, settings.clip},
                {shape.size(), 0.0, kFree}};
}

void Optimizer::update(Parameters& parameters, std::span<Parameters> gradients, std::uint64_t step,
                       std::size_t begin, std::size_t end) {
    STILLPOINT_ASSERT(begin % kGrain == 0 && end % kGrain == 0 && end <= parameters.size());
    const Settings& s = settings_;
    const double t = static_cast<double>(step) + 1.0;
    const double rate = learning_rate_at(s, step);
    // Both averages start at zero; dividing by the weight gathered so far makes up for that.
    const F32 step_size = F32::broadcast(static_cast<float>(rate / (1.0 - std::pow(s.beta1, t))));
    const F32 square_correction = F32::broadcast(static_cast<float>(1.0 / (1.0 - std::pow(s.beta2, t))));
    const F32 beta1 = F32::broadcast(static_cast<float>(s.beta1));
    const F32 rest1 = F32::broadcast(static_cast<float>(1.0 - s.beta1));
    const F32 beta2 = F32::broadcast(static_cast<float>(s.beta2));
    const F32 rest2 = F32::broadcast(static_cast<float>(1.0 - s.beta2));
    const F32 epsilon = F32::broadcast(static_cast<float>(s.epsilon));

    for (const Region& region : regions_) {
        const F32 shrink = F32::broadcast(static_cast<float>(1.0 - rate * region.decay));
        const F32 high = F32::broadcast(static_cast<float>(region.clip));
        const F32 low = F32::broadcast(static_cast<float>(-region.clip));
        for (; begin < std::min(end, region.end); begin += F32::kLanes) {
            F32 g = F32::zero();
            for (Parameters& shard : gradients) {
                g = add(g, F32::load(shard.data() + begin));
                F32::zero().store(shard.data() + begin);
            }
            const F32 m = fma(beta1, F32::load(mean.data() + begin), mul(rest1, g));
            const F32 v = fma(beta2, F32::load(square.data() + begin), mul(rest2, mul(g, g)));
            m.store(mean.data() + begin);
            v.store(square.data() + begin);
            const F32 change = div(mul(step_size, m), add(sqrt(mul(v, square_correction)), epsilon));
            const F32 value = sub(mul(shrink, F32::load(parameters.data() + begin)), change);
            min(max(value, low), high).store(parameters.data() + begin);
        }
    }
}

}  // namespace stillpoint::train
