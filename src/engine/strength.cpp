#include "engine/strength.h"

#include <algorithm>
#include <cmath>

namespace stillpoint {

namespace {

// Nodes grow and noise shrinks geometrically with Elo. The ends were set by games against Stockfish's
// UCI_Elo, the steps between are checked by games of neighbouring levels: docs/strength.md says how well.
constexpr double kNodesAtMin = 12, kNodesAtMax = 500000;
constexpr double kNoiseAtMin = 260, kNoiseAtMax = 2.3;

double between(double at_min, double at_max, double share) {
    return at_min * std::pow(at_max / at_min, share);
}

}  // namespace

std::optional<Weakness> weakness_for_elo(int elo) {
    if (elo >= kMaxElo) return std::nullopt;
    const double share = static_cast<double>(std::max(elo, kMinElo) - kMinElo) / (kMaxElo - kMinElo);
    return Weakness{static_cast<std::uint64_t>(between(kNodesAtMin, kNodesAtMax, share)),
                    static_cast<int>(std::lround(between(kNoiseAtMin, kNoiseAtMax, share)))};
}

std::optional<Weakness> weakness_for_skill(int level) {
    if (level >= kMaxSkill) return std::nullopt;
    return weakness_for_elo(kMinElo + std::max(level, 0) * (kMaxElo - kMinElo) / kMaxSkill);
}

}  // namespace stillpoint
