#pragma once

#include <functional>
#include <string>
#include <vector>

#include "nnue/network_choice.h"
#include "selfplay/elo.h"
#include "selfplay/game.h"
#include "selfplay/openings.h"
#include "selfplay/player.h"
#include "util/result.h"

namespace stillpoint {

// Matches are called earlier than games for training: of 3433 games of our own (200 nodes a move) in
// which both sides saw 1000 for four plies, 36 were lost by the leader and 38 drawn.
inline constexpr Adjudication kMatchAdjudication{.win_score = 1000};

// A move of games that are to tell what a change is worth. What is right at a few thousand nodes need not be
// right where games are played.
inline constexpr std::uint64_t kStandardNodes = 40'000;

struct MatchSettings {
    std::uint64_t pairs = 100;
    std::uint64_t first_pair = 0;  // played before, when a match is continued
    int threads = 1;
    std::uint64_t seed = 1;
    OpeningSettings openings;
    Adjudication adjudication = kMatchAdjudication;
    bool finish_pairs = false;  // an ended match counts the pairs in progress as well
    // Called after each pair, one at a time; false ends the match.
    std::function<bool(const PairResults&)> on_pair;
    // Called with each game of a finished pair, one at a time.
    std::function<void(const Opening&, const PlayedGame&)> on_game;
};

// Plays games between two sides inside this process, in pairs with colours reversed. The same seed gives the
// same openings. With `first_pair` the results are those of the pairs from there on.
PairResults play_match(const PlayerConfig& first, const PlayerConfig& second, const MatchSettings& settings);

// Changes one thing of a side: "nodes=5000", "soft=2000", "clock=8000", "increment=80", "nodetime=50",
// "hash=8", "elo=1500" (the nodes and noise of that level), "noise=50", "net=FILE" or "net=plain", a feature
// ("feature.killers=on") or a parameter ("param.rfp_depth=80"), with or without the prefix. Networks stay
// alive in `networks`.
using LoadedNetworks = std::vector<SharedNetwork>;
Result<bool> apply_setting(PlayerConfig& config, const std::string& setting, LoadedNetworks& networks);

}  // namespace stillpoint
