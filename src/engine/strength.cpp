#include "engine/strength.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace stillpoint {

namespace {

constexpr double kNodesAtMin = 12, kNodesAtMax = 60000;
constexpr double kNoiseAtMin = 260, kNoiseAtMax = 6;

// How strong a share of the way plays, measured by games between neighbours (scripts/measure-strength,
// docs/strength.md).
struct ScalePoint {
    double share;
    double elo;
};
constexpr ScalePoint kScale[] = {{0, kMinElo}, {1, kMaxElo}};

double between(double at_min, double at_max, double share) {
    return at_min * std::pow(at_max / at_min, share);
}

}  // namespace

Weakness weakness_at(double share) {
    return {static_cast<std::uint64_t>(between(kNodesAtMin, kNodesAtMax, share)),
            static_cast<int>(std::lround(between(kNoiseAtMin, kNoiseAtMax, share)))};
}

std::optional<Weakness> weakness_for_elo(int elo) {
    if (elo >= kMaxElo) return std::nullopt;
    const ScalePoint* const last = std::end(kScale) - 1;
    const ScalePoint* above = std::begin(kScale) + 1;
    while (above != last && above->elo < elo) ++above;
    const ScalePoint& below = above[-1];
    const double part = (elo - below.elo) / (above->elo - below.elo);
    return weakness_at(std::clamp(below.share + part * (above->share - below.share), 0.0, 1.0));
}

std::optional<Weakness> weakness_for_skill(int level) {
    if (level >= kMaxSkill) return std::nullopt;
    return weakness_for_elo(kMinElo + std::max(level, 0) * (kMaxElo - kMinElo) / kMaxSkill);
}

}  // namespace stillpoint
