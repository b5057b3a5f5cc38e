#pragma once

#include <string>

#include "selfplay/game.h"
#include "selfplay/openings.h"
#include "selfplay/player.h"

// Names for what games depend on, so that results of games that were played otherwise are never taken for
// each other: equal where everything is equal, different where anything is.
namespace stillpoint {

// Of one side: network, techniques and numbers, nodes or clock, hash, noise. The code of the search is not in
// it.
std::string play_key(const PlayerConfig& config);
// Of how games begin and when they are called: the lines of the book, random moves, adjudication.
std::string play_key(const OpeningSettings& openings, const Adjudication& rules);

}  // namespace stillpoint
