#include <set>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "engine/strength.h"
#include "tools/selfplay/match.h"
#include "tools/selfplay/tree_position.h"

namespace stillpoint {
namespace {

PlayerConfig with(std::initializer_list<const char*> settings) {
    PlayerConfig config;
    LoadedNetworks networks;
    for (const char* setting : settings)
        EXPECT_TRUE(apply_setting(config, setting, networks).ok()) << setting;
    return config;
}

TEST(TreePosition, IsOneTheSearchCameThrough) {
    PlayerConfig config;
    config.hard_nodes = 2000;
    config.hash_mebibytes = 1;
    Player player(config);
    Rng rng(7);
    EXPECT_FALSE(random_tree_position(player, start_position(), rng)) << "nothing was searched yet";
    player.think(start_position());
    std::set<Key> found;
    for (int i = 0; i < 100; ++i) {
        const auto pos = random_tree_position(player, start_position(), rng);
        ASSERT_TRUE(pos);
        EXPECT_TRUE(player.knows(*pos));
        EXPECT_TRUE(pos->has_legal_move());
        EXPECT_LE(pos->game_ply(), 6);
        found.insert(pos->key());
    }
    EXPECT_GT(found.size(), 20U);
}

TEST(MatchSettings, ALevelIsItsNodesAndItsNoise) {
    const PlayerConfig config = with({"elo=1500"});
    const auto weakness = weakness_for_elo(1500);
    ASSERT_TRUE(weakness);
    EXPECT_EQ(config.hard_nodes, weakness->nodes);
    EXPECT_EQ(config.eval_noise, weakness->eval_noise);
    EXPECT_EQ(with({"nodes=77", "noise=30"}).hard_nodes, 77U);
    EXPECT_EQ(with({"nodes=77", "noise=30"}).eval_noise, 30);
}

TEST(MatchSettings, WhatCannotBeIsRefusedWithAReason) {
    PlayerConfig config;
    LoadedNetworks networks;
    for (const char* setting :
         {"elo=100", "elo=3000", "elo=x", "noise=-1", "nodes=0", "nonsense=1", "nodes"}) {
        const auto applied = apply_setting(config, setting, networks);
        ASSERT_FALSE(applied.ok()) << setting;
        EXPECT_FALSE(applied.error().empty());
    }
}

TEST(Match, IsTheSameForTheSameSeedAndAnyNumberOfThreads) {
    MatchSettings settings;
    settings.pairs = 6;
    const PlayerConfig weak = with({"elo=700"}), better = with({"elo=1300"});
    const PairResults alone = play_match(better, weak, settings);
    settings.threads = 3;
    const PairResults together = play_match(better, weak, settings);
    EXPECT_EQ(alone.pairs, together.pairs);
    EXPECT_EQ(alone.games(), 12U);
    EXPECT_GT(alone.wins, alone.losses);
}

}  // namespace
}  // namespace stillpoint
