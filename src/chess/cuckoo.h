#pragma once

#include <optional>

#include "chess/types.h"

namespace stillpoint::cuckoo {

// Two squares between which some piece (never a pawn) can step on an empty board.
struct Step {
    Square a;
    Square b;
};

// Tells in constant time whether the difference of two position keys is one reversible piece move, and which
// (M. N. J. van Kervinck, "The design and implementation of the Rookie 2.0 chess playing program").
std::optional<Step> find(Key difference);

}  // namespace stillpoint::cuckoo
