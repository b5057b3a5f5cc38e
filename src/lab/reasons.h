#pragma once

#include <string>
#include <string_view>

#include "engine/shown_score.h"
#include "lab/line_watcher.h"

namespace stillpoint::lab {

// Why a move came where it did, as a clause; empty if there is nothing to say.
std::string_view reason_for_place(PickStage stage);

// The largest reason for searching a move shallower, as a clause; empty if it was not.
std::string reason_for_reduction(const MoveFate& fate);

// By how many plies the move was first searched less deep than it might have been; negative: deeper.
int plies_reduced(const MoveFate& fate);

// "35 against 12", in the rule's unit.
std::string figures_of(const Finding& finding, const ScoreScale& scale);

}  // namespace stillpoint::lab
