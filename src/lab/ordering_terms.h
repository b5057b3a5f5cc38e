#pragma once

#include <string>
#include <vector>

#include "search/move_picker.h"
#include "search/trace_listener.h"

namespace stillpoint::lab {

struct Term {
    std::string name;
    int amount = 0;
};

// Whether a stage orders its moves by a score; the others hand out a move or two that are known beforehand.
bool is_sorted(PickStage stage);

// What the picker's score of a move is made of; they add up to the score. Empty where the stage doesn't sort.
// The picker scored when the node began; what the moves before this one have taught since is a term of its
// own.
std::vector<Term> ordering_terms(const MoveConsidered& move);

}  // namespace stillpoint::lab
