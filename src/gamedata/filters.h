#pragma once

#include <cstdint>
#include <string>

#include "gamedata/replay.h"

namespace stillpoint::spg {

// Which positions are worth learning from: quiet ones, where a static answer makes sense. Filters run when
// games are loaded, never when they are written, so that they can still be changed.
struct Filters {
    int min_ply = 16;  // openings are random and repeat themselves
    int min_pieces = 4;
    int max_score = 10000;  // larger ones are mates and tablebase wins
    bool skip_check = true;
    bool skip_captures = true;    // the best move is a capture
    bool skip_promotions = true;  // ... or a promotion
    friend bool operator==(const Filters&, const Filters&) = default;
};

// How many positions each filter dropped.
struct FilterCounts {
    std::uint64_t kept = 0, unscored = 0, early = 0, check = 0, noisy = 0, score = 0, few_pieces = 0;
    std::uint64_t scored() const { return kept + early + check + noisy + score + few_pieces; }
    FilterCounts& operator+=(const FilterCounts& other);
};

// Counts the position and says whether to keep it.
bool keep(const Filters& filters, const ReplayStep& step, FilterCounts& counts);

}  // namespace stillpoint::spg
