#pragma once

#include <cstdint>
#include <string>

#include "gamedata/format.h"
#include "selfplay/match.h"

namespace stillpoint {

// What a file says about the games in it: who played, and when games were called.
spg::FileHeader game_file_header(const PlayerConfig& player, const Adjudication& rules, std::uint64_t seed,
                                 bool chess960);

// A played game as files keep it.
Result<spg::Game> to_record(const Opening& opening, const PlayedGame& played);

// Makes the match write its games to the file; a file of games with the same settings is continued.
Result<spg::Done> record_games(MatchSettings& match, const PlayerConfig& player, const std::string& path);

}  // namespace stillpoint
