#pragma once

#include <string>

#include "selfplay/match.h"

namespace stillpoint {

// Lets the match write its games to the file, or go on with a file of the same settings.
Result<spg::Done> record_games(MatchSettings& match, const PlayerConfig& player, const std::string& path);

}  // namespace stillpoint
