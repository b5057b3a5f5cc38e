#pragma once

#include <cstdint>
#include <optional>

namespace stillpoint {

inline constexpr int kMinElo = 500;
inline constexpr int kMaxElo = 3000;
inline constexpr int kMaxSkill = 20;

// How a weaker player thinks: it looks at fewer positions and judges them less reliably. An error that is
// fixed for each position makes quiet and deep things easy to miss, while captures are still played out by
// the quiescence search, so that pieces are rarely left hanging: mistakes as people make them, not random
// moves.
struct Weakness {
    std::uint64_t nodes = 0;  // a move
    int eval_noise = 0;       // centipawns, about the standard deviation
};

// Nothing for full strength.
std::optional<Weakness> weakness_for_elo(int elo);
// Skill levels 0 to 20 are spread over the Elo range; 20 is full strength.
std::optional<Weakness> weakness_for_skill(int level);

}  // namespace stillpoint
