#pragma once

#include <cstdint>
#include <vector>

#include "chess/position.h"

namespace stillpoint {

// The number of move sequences of the given length. No table; the last ply is counted, not made.
std::uint64_t perft(Position& pos, int depth);

struct PerftMove {
    Move move;
    std::uint64_t nodes = 0;
};
// The same, split by the first move and spread over threads.
std::vector<PerftMove> split_perft(const Position& pos, int depth, int threads);

}  // namespace stillpoint
