#pragma once

#include <cmath>
#include <cstdint>

#include "chess/types.h"
#include "util/rng.h"

namespace stillpoint {

// A player's errors of judgement: about normally distributed, and always the same for the same position in
// one game, so that he is wrong consistently, as people are.
struct EvalNoise {
    int amount = 0;  // centipawns, the standard deviation; 0: none
    std::uint64_t seed = 0;

    friend bool operator==(const EvalNoise&, const EvalNoise&) = default;

    int of(Key position) const {
        // The sum of four uniform numbers is near enough to normal; its deviation is sqrt(4 / 12).
        Rng rng(position ^ seed);
        double sum = -2;
        for (int i = 0; i < 4; ++i) sum += rng.unit();
        return static_cast<int>(sum * amount * std::sqrt(3.0));
    }
};

}  // namespace stillpoint
