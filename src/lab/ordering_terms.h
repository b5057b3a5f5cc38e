#pragma once

#include <string>
#include <vector>

#include "search/trace_listener.h"

namespace stillpoint::lab {

struct Term {
    std::string name;
    int amount = 0;
};

// What the picker's score of a move is made of; the terms add up to the score. Empty where the stage doesn't
// sort. The picker scored when the node began: what the moves since have taught is a term of its own.
std::vector<Term> ordering_terms(const MoveConsidered& move);

}  // namespace stillpoint::lab
