#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "engine/strength.h"
#include "selfplay/datagen.h"
#include "selfplay/game_file.h"
#include "selfplay/match.h"
#include "tests/unit/support/effort.h"

namespace stillpoint {
namespace {

PlayerConfig with(std::initializer_list<const char*> settings) {
    PlayerConfig config;
    LoadedNetworks networks;
    for (const char* setting : settings)
        EXPECT_TRUE(apply_setting(config, setting, networks).ok()) << setting;
    return config;
}

TEST(TreePosition, IsOneTheSearchCameThroughAndTheTrainerKeeps) {
    PlayerConfig config;
    config.hard_nodes = 4000;
    config.hash_mebibytes = 1;
    Player player(config);
    Rng rng(7);
    const Position root = *parse_fen("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9");
    EXPECT_FALSE(random_tree_position(player, root, rng)) << "nothing was searched yet";
    player.think(root);
    std::set<Key> found;
    int none = 0;
    for (int i = 0; i < 100; ++i) {
        const auto pos = random_tree_position(player, root, rng);
        if (!pos) {
            ++none;
            continue;
        }
        EXPECT_NE(pos->key(), root.key());
        EXPECT_TRUE(pos->has_legal_move());
        EXPECT_FALSE(pos->in_check());
        EXPECT_LE(pos->game_ply(), root.game_ply() + 6);
        const auto move = player.known_move(*pos);
        ASSERT_TRUE(move);
        if (*move) {
            EXPECT_FALSE(pos->is_noisy(*move));
        }
        found.insert(pos->key());
    }
    EXPECT_GT(found.size(), 20U);
    EXPECT_LT(none, 10);
}

TEST(TreePosition, IsNotLookedForWhereTheTrainerKeepsNone) {
    Player player({.tuning = {}, .hard_nodes = 2000, .hash_mebibytes = 1});
    Rng rng(7);
    for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",  // too early
                            "8/8/4k3/8/8/3QK3/8/8 w - - 0 60"}) {                        // too few pieces
        const Position root = *parse_fen(fen);
        player.think(root);
        for (int i = 0; i < 20; ++i) EXPECT_FALSE(random_tree_position(player, root, rng)) << fen;
    }
}

// What a player at a clock, playing both sides, did with its first moves.
std::vector<std::uint64_t> nodes_of_moves(Player& player, int moves) {
    const GameClock& clock = player.config().clock;
    player.new_game();
    Position pos = start_position();
    std::vector<std::uint64_t> nodes;
    ByColor<std::int64_t> left{};
    for (auto& side : left) side = clock.start * clock.node_time;
    for (int i = 0; i < moves; ++i) {
        const Player::Thought thought = player.think(pos);
        std::int64_t& ours = left[pos.side_to_move()];
        ours -= static_cast<std::int64_t>(thought.nodes);
        EXPECT_GT(ours, 0) << "the flag fell at move " << i;
        ours += clock.increment * clock.node_time;
        nodes.push_back(thought.nodes);
        pos.make(thought.move);
    }
    return nodes;
}

TEST(GameClock, CountsNodesAsTimeAndNeverFalls) {
    Player player(with({"clock=1000", "increment=12", "nodetime=40", "hash=1"}));
    const auto nodes = nodes_of_moves(player, test::effort(60, 12));
    EXPECT_EQ(nodes, nodes_of_moves(player, test::effort(60, 12)))
        << "every game starts with a full clock and can be repeated";
    EXPECT_GT(std::set<std::uint64_t>(nodes.begin(), nodes.end()).size(), nodes.size() / 2)
        << "how long a move takes is decided anew each time";
}

TEST(GameClock, MoreTimeIsUsed) {
    const auto sum = [](const char* clock) {
        Player player(with({clock, "nodetime=40", "hash=1"}));
        const auto nodes = nodes_of_moves(player, 8);
        return std::accumulate(nodes.begin(), nodes.end(), std::uint64_t{0});
    };
    EXPECT_GT(sum("clock=2000"), sum("clock=500"));
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
    for (const char* setting : {"elo=100", "elo=3000", "elo=x", "noise=-1", "nodes=0", "nonsense=1", "nodes",
                                "hash=99999999999", "killers=perhaps", "rfp_depth=99999999999"}) {
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

TEST(Match, HandsOverEveryGameSoThatItCanBeReplayed) {
    MatchSettings settings;
    settings.pairs = 3;
    settings.threads = 2;
    std::vector<spg::Game> records;
    settings.on_game = [&](const Opening& opening, const PlayedGame& played) {
        const auto record = to_record(opening, played);
        ASSERT_TRUE(record.ok());
        records.push_back(*record);
    };
    const PairResults results = play_match(with({"elo=700"}), with({"elo=900"}), settings);
    ASSERT_EQ(records.size(), results.games());
    for (const spg::Game& game : records) {
        auto pos = spg::start_position_of(game);
        ASSERT_TRUE(pos.ok());
        for (const Move m : game.prefix) {
            ASSERT_TRUE(pos->is_legal(m));
            pos->make(m);
        }
        EXPECT_FALSE(game.moves.empty());
        for (const spg::ScoredMove& m : game.moves) {
            ASSERT_TRUE(pos->is_legal(m.move));
            pos->make(m.move);
        }
    }
}

}  // namespace
}  // namespace stillpoint
