#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "selfplay/elo.h"
#include "selfplay/game.h"
#include "selfplay/player.h"
#include "util/result.h"

namespace stillpoint {

// Matches are called earlier than games that are learned from: of 3433 games of our own (200 nodes a move) in
// which both sides saw 1000 for four plies, 36 were lost by the leader and 38 drawn.
inline constexpr Adjudication kMatchAdjudication{.win_score = 1000};

struct MatchSettings {
    std::uint64_t pairs = 100;
    int threads = 1;
    std::uint64_t seed = 1;
    int random_plies = 8;
    int fischer_percent = 0;
    int max_opening_score = 200;    // openings judged worse than this by a short search are not played
    std::vector<std::string> book;  // FENs; empty: random openings
    Adjudication adjudication = kMatchAdjudication;
    // Called after each pair, one at a time; false ends the match.
    std::function<bool(const PairResults&)> on_pair;
    // Called with each game of a finished pair, one at a time.
    std::function<void(const Opening&, const PlayedGame&)> on_game;
};

// Games between two sides inside this process, in pairs with colours reversed. The same seed gives the same
// openings.
PairResults play_match(const PlayerConfig& first, const PlayerConfig& second, const MatchSettings& settings);

// Changes one thing of a side: "nodes=5000", "soft=2000", "hash=8", "elo=1500" (the nodes and
// noise of that level), "noise=50", "net=FILE" or "net=plain", a feature ("killers=on", lab build) or a
// parameter
// ("rfp_depth=80", tune build). Networks stay alive in `networks`.
using LoadedNetworks = std::vector<std::shared_ptr<const nnue::Network>>;
Result<bool> apply_setting(PlayerConfig& config, const std::string& setting, LoadedNetworks& networks);

// FENs of a book file, one a line, everything after the fourth field optional.
Result<std::vector<std::string>> read_book(const std::string& path);

}  // namespace stillpoint
