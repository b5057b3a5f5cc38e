#pragma once

#include <cstdint>

#include "gamedata/format.h"
#include "selfplay/game.h"
#include "selfplay/player.h"

namespace stillpoint {

// What a file says about the games in it: who played, and when games were called.
spg::FileHeader game_file_header(const PlayerConfig& player, const Adjudication& rules, std::uint64_t seed,
                                 bool chess960);

// A played game as files keep it.
Result<spg::Game> to_record(const Opening& opening, const PlayedGame& played);

}  // namespace stillpoint
