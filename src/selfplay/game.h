#pragma once

#include <functional>
#include <vector>

#include "chess/position.h"
#include "gamedata/game.h"
#include "selfplay/player.h"

namespace stillpoint {

// When a game is called before it is over. Zero plies: never.
struct Adjudication {
    int win_score = 2000;  // both sides see at least this
    int win_plies = 4;     // for this many plies in a row
    int draw_score = 8;
    int draw_plies = 12;
    int draw_min_ply = 70;
    int max_plies = 400;
};

struct PlayedGame {
    std::vector<spg::ScoredMove> moves;
    spg::GameResult result = spg::GameResult::Draw;
    spg::EndReason reason = spg::EndReason::MaxPlies;
    std::uint64_t nodes = 0;
};

// What a game file keeps of a thought; the score is White's.
spg::ScoredMove scored_move(const Player::Thought& thought, Color side);

// Plays one game. White and Black may be the same player. `after_thought` is called with each position that
// was searched, before its move is played.
using AfterThought = std::function<void(Player&, const Position&, const Player::Thought&)>;
PlayedGame play_game(Player& white, Player& black, const Position& start, const Adjudication& rules,
                     const AfterThought& after_thought = {});

}  // namespace stillpoint
