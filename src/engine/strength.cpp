#include "engine/strength.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace stillpoint {

namespace {

// What makes a player of a given Elo. The middle ones were set by games against Stockfish's UCI_Elo, the ends
// by games of neighbouring levels: docs/strength.md says how well.
struct Anchor {
    int elo;
    double nodes;
    double noise;
};
constexpr Anchor kAnchors[] = {
    {kMinElo, 12, 600}, {1400, 265, 65}, {1900, 2600, 24}, {2400, 100000, 4}, {kMaxElo, 3600000, 1}};

// Nodes grow and noise shrinks geometrically.
double between(double low, double high, double share) { return low * std::pow(high / low, share); }

}  // namespace

std::optional<Weakness> weakness_for_elo(int elo) {
    if (elo >= kMaxElo) return std::nullopt;
    elo = std::max(elo, kMinElo);
    const Anchor* above = std::find_if(std::begin(kAnchors) + 1, std::end(kAnchors) - 1,
                                       [elo](const Anchor& a) { return elo <= a.elo; });
    const Anchor* below = above - 1;
    const double share = static_cast<double>(elo - below->elo) / (above->elo - below->elo);
    return Weakness{static_cast<std::uint64_t>(between(below->nodes, above->nodes, share)),
                    static_cast<int>(std::lround(between(below->noise, above->noise, share)))};
}

std::optional<Weakness> weakness_for_skill(int level) {
    if (level >= kMaxSkill) return std::nullopt;
    return weakness_for_elo(kMinElo + std::max(level, 0) * (kMaxElo - kMinElo) / kMaxSkill);
}

}  // namespace stillpoint
