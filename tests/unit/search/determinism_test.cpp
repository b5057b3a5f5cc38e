#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "lab/bench_positions.h"
#include "selfplay/player.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/searching.h"

namespace stillpoint {
namespace {

using test::effort;
using test::Found;
using test::must_parse;
using test::Searcher;

// Everything a search said, as one line: the first difference is then easy to see.
std::string protocol(const Found& found) {
    std::string text;
    for (const SearchInfo& info : found.infos)
        text += std::to_string(info.depth) + ":" + std::to_string(info.nodes) + ":" +
                std::to_string(info.score) + " " + test::line_text(info.pv);
    return text + "nodes " + std::to_string(found.nodes) + " score " + std::to_string(found.score) +
           " depth " + std::to_string(found.depth) + " line " + test::line_text(found.pv);
}

// Every few bench positions, one after the other with one memory, as in a game.
std::vector<Found> a_game_of_searches(Searcher& searcher, const Limits& limits, int stride) {
    std::vector<Found> found;
    for (std::size_t i = 0; i < std::size(lab::kBenchPositions); i += static_cast<std::size_t>(stride)) {
        const Position pos = must_parse(lab::kBenchPositions[i]);
        if (pos.has_legal_move()) found.push_back(searcher.search(pos, limits));
    }
    return found;
}

void expect_same(const std::vector<Found>& a, const std::vector<Found>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(protocol(a[i]), protocol(b[i])) << "search " << i;
}

TEST(SameNodes, ForTheSameInput) {
    Searcher a, b;
    const Limits limits = test::depth_limit(effort(8, 6));
    expect_same(a_game_of_searches(a, limits, effort(4, 12)), a_game_of_searches(b, limits, effort(4, 12)));
}

TEST(SameNodes, AfterANewGame) {
    Searcher searcher;
    const Limits limits = test::depth_limit(effort(8, 6));
    const auto first = a_game_of_searches(searcher, limits, effort(4, 12));
    searcher.new_game();
    expect_same(first, a_game_of_searches(searcher, limits, effort(4, 12)));
}

// As above, ended at all kinds of points in the tree: what an interrupted search leaves behind is forgotten
// just as well.
TEST(SameNodes, AfterANewGameAtManyNodeLimits) {
    Searcher searcher;
    const Position pos = must_parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for (std::uint64_t nodes = 1; nodes < static_cast<std::uint64_t>(effort(20'000, 2'000));
         nodes = nodes * 2 + 3) {
        const auto two_searches = [&] {
            searcher.new_game();
            return std::vector<Found>{searcher.search(pos, test::node_limit(nodes)),
                                      searcher.search(pos, test::node_limit(nodes))};
        };
        const auto first = two_searches();
        expect_same(first, two_searches());
    }
}

// The open search, which can be changed and listened to, is the plain one node for node.
TEST(SameNodes, OfThePlainAndTheOpenSearch) {
    for (std::string_view fen : lab::kBenchPositions) {
        const Position pos = must_parse(std::string(fen));
        const auto search = [&](bool open) {
            Searcher searcher;
            SearchContext context;
            searcher.fill(context, test::depth_limit(effort(9, 5)));
            context.open = open;
            return searcher.run(context, pos, test::all_root_moves(pos));
        };
        expect_same({search(false)}, {search(true)});
    }
}

// A whole game of fixed nodes, in which each search builds on what the ones before have learned.
TEST(SameNodes, OfThePlainAndTheOpenSearchInAGame) {
    const auto game = [](bool open) {
        Searcher searcher;
        std::string record;
        Position pos = start_position();
        for (int i = 0; i < effort(80, 12) && pos.has_legal_move() && !pos.is_draw(0); ++i) {
            SearchContext context;
            searcher.fill(context, test::node_limit(static_cast<std::uint64_t>(effort(3000, 500))));
            context.open = open;
            const Found found = searcher.run(context, pos, test::all_root_moves(pos));
            record += test::uci(found.move) + " " + std::to_string(found.nodes) + ":" +
                      std::to_string(found.score) + " ";
            pos.make(found.move);
        }
        return record;
    };
    EXPECT_EQ(game(false), game(true));
}

// The same through the self-play player.
TEST(SameNodes, InSelfPlay) {
    PlayerConfig config;
    config.hard_nodes = static_cast<std::uint64_t>(effort(4000, 500));
    Player player(config);
    const auto game = [&] {
        std::vector<std::uint64_t> record;
        player.new_game();
        Position pos = start_position();
        for (int i = 0; i < effort(30, 8) && pos.has_legal_move(); ++i) {
            const Player::Thought thought = player.think(pos);
            record.push_back(thought.nodes);
            record.push_back(thought.move.raw());
            if (!pos.is_legal(thought.move)) {
                ADD_FAILURE() << to_fen(pos);
                break;
            }
            pos.make(thought.move);
        }
        return record;
    };
    const auto first = game();
    EXPECT_EQ(first, game());
}

// A search depends on what was learned before, or learning would be pointless; clear() must undo exactly
// that.
TEST(SameNodes, NotWithoutForgetting) {
    Searcher searcher;
    const Position pos = start_position();
    const Found first = searcher.search(pos, test::depth_limit(8));
    const Found second = searcher.search(pos, test::depth_limit(8));
    EXPECT_NE(first.nodes, second.nodes);
    EXPECT_LT(second.nodes, first.nodes) << "the table should have saved work";
}

}  // namespace
}  // namespace stillpoint
