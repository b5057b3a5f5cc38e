// The counts of a search as people and programs read them.
#include "lab/stats.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "commands/commands.h"
#include "lab/bench_positions.h"
#include "lab/steadiness.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/searching.h"

namespace stillpoint {
namespace {

lab::CountedSearch growing_search() {
    lab::CountedSearch search{start_position(), {}, false};
    const MoveList moves = test::legal_moves(search.root);
    for (int depth = 1; depth <= 8; ++depth)
        search.trace.iteration({.depth = depth,
                                .nodes = std::uint64_t{10} << depth,
                                .milliseconds = 3 * depth,
                                .score = depth % 2 == 0 ? 153 : 0,
                                .move = moves[depth < 4 ? 0 : 1]});
    return search;
}

std::size_t of(Rule rule) { return static_cast<std::size_t>(rule); }

void think(Engine& engine, const Limits& limits) {
    engine.go(limits);
    engine.wait();
}

TEST(Stats, ShowWhatEachIterationCostAndThought) {
    const std::string text = lab::stats_text(growing_search());
    EXPECT_NE(text.find("    1             20          3            "), std::string::npos) << text;
    EXPECT_NE(text.find("    8           2560         24     2.00   "), std::string::npos) << text;
    EXPECT_NE(text.find("effective branching factor       2.00   (depth 8)"), std::string::npos) << text;
    EXPECT_NE(text.find("the best move changed 1 times"), std::string::npos) << text;
    const std::string json = lab::stats_json(growing_search());
    EXPECT_NE(json.find(R"({"depth":8,"nodes":2560,"milliseconds":24,"score":{"cp":)"), std::string::npos)
        << json;
    EXPECT_NE(json.find(R"("move_changes":1)"), std::string::npos) << json;
}

TEST(Stats, OfNoSearchAreZero) {
    const lab::CountedSearch none{start_position(), {}, false};
    EXPECT_NE(lab::stats_text(none).find("effective branching factor       0.00   (depth 0)"),
              std::string::npos);
    EXPECT_NE(lab::stats_json(none).find(R"("iterations":[])"), std::string::npos);
}

TEST(Stats, OfASearchHaveAllItsIterations) {
    Engine engine;
    engine.settings().lab = true;
    think(engine, test::depth_limit(7));
    const auto search = lab::counted_search(engine);
    ASSERT_TRUE(search);
    EXPECT_FALSE(search->repeated);
    const auto& iterations = search->trace.iterations;
    ASSERT_EQ(iterations.size(), 7u);
    for (std::size_t i = 1; i < 7; ++i) {
        EXPECT_EQ(iterations[i].depth, static_cast<int>(i) + 1);
        EXPECT_GT(iterations[i].nodes, iterations[i - 1].nodes);
        EXPECT_TRUE(engine.position().is_legal(iterations[i].move));
    }
    EXPECT_EQ(iterations.back().score, engine.pool().worker(0).root_moves()[0].score);
}

// The first search of a program is repeated node for node; the engine is not touched.
TEST(Stats, OfAPlainSearchAreThoseOfTheSameSearchAgain) {
    Engine engine;
    engine.set_position(
        test::must_parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"));
    const Position searched = engine.position();
    think(engine, test::depth_limit(8));
    const std::uint64_t nodes = engine.last_search().total_nodes();
    engine.set_position(start_position());
    const auto search = lab::counted_search(engine);
    ASSERT_TRUE(search);
    EXPECT_TRUE(search->repeated);
    EXPECT_EQ(search->root, searched) << "not the position that was set since";
    EXPECT_EQ(search->trace.iterations.back().nodes, nodes);
    EXPECT_EQ(engine.pool().worker(0).nodes(), nodes);
    EXPECT_TRUE(engine.pool().worker(0).counts().iterations.empty());
}

TEST(Stats, BeforeAnySearchAreOfThePositionAtHand) {
    Engine engine;
    const auto search = lab::counted_search(engine);
    ASSERT_TRUE(search);
    EXPECT_EQ(search->trace.iterations.size(), 10u);
    engine.set_position(test::must_parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    EXPECT_FALSE(lab::counted_search(engine));
}

// Whatever applied must have been tried, and every technique that is on is tried somewhere.
TEST(Stats, EveryRuleCountsItsTries) {
    CountTrace sum;
    for (std::string_view fen : lab::kBenchPositions) {
        test::Searcher searcher;
        SearchContext context;
        searcher.fill(context, test::depth_limit(8));
        context.open = true;
        const Position pos = test::must_parse(std::string(fen));
        if (!pos.has_legal_move()) continue;
        searcher.run(context, pos, test::all_root_moves(pos));
        sum.add(searcher.worker().counts());
    }
    for (std::size_t i = 1; i < kRules; ++i) {
        EXPECT_LE(sum.applications[i], sum.tries[i]) << kRuleTexts[i].name;
        if (static_cast<Rule>(i) == Rule::TablebaseHit) continue;  // there are no tables here
        EXPECT_GT(sum.tries[i], 0u) << kRuleTexts[i].name;
    }
    EXPECT_GT(sum.events[static_cast<std::size_t>(Event::QuiescenceFailHigh)],
              sum.events[static_cast<std::size_t>(Event::QuiescenceFailHighFirst)]);
    EXPECT_GT(sum.events[static_cast<std::size_t>(Event::QuiescenceFailHighFirst)], 0u);
}

TEST(Stats, FiguresOutsideTheHealthyRangeGetAReason) {
    lab::CountedSearch search = growing_search();
    CountTrace& trace = search.trace;
    trace.events[static_cast<std::size_t>(Event::Node)] = 600;
    trace.events[static_cast<std::size_t>(Event::QuiescenceNode)] = 400;
    trace.quiescence_depth_sum = 800;
    trace.quiescence_depth_max = 8;
    trace.tries[of(Rule::StandPat)] = 200;
    trace.applications[of(Rule::StandPat)] = 100;
    EXPECT_NE(lab::stats_json(search).find(R"("notes":[])"), std::string::npos) << lab::stats_json(search);

    trace.quiescence_depth_max = 30;
    trace.applications[of(Rule::StandPat)] = 190;
    const std::string text = lab::stats_text(search);
    EXPECT_NE(text.find("maximum 30 (healthy: 6-10)"), std::string::npos) << text;
    EXPECT_NE(text.find("Some line went deep"), std::string::npos) << text;
    EXPECT_NE(text.find("Standing pat nearly always cuts"), std::string::npos) << text;
    EXPECT_EQ(text.find("Few nodes lie in quiescence"), std::string::npos) << text;
}

TEST(Steadiness, AddsUpChangesOfScoreAndMove) {
    const ScoreScale scale(start_position());
    const MoveList moves = test::legal_moves(start_position());
    const auto at = [&](Score score, Move move) { return IterationCount{.score = score, .move = move}; };
    const lab::Steadiness s = lab::steadiness_of(
        {at(0, moves[0]), at(100, moves[0]), at(-100, moves[1]), at(-100, moves[0])}, scale);
    EXPECT_EQ(s.steps, 3);
    EXPECT_EQ(s.move_changes, 2);
    EXPECT_EQ(s.change, 3 * scale.centipawns(100));
    // Between two mates nothing changed.
    EXPECT_EQ(lab::steadiness_of({at(mate_in(5), moves[0]), at(mate_in(3), moves[0])}, scale).change, 0);
}

// The claim of those who met quiescence first: without it scores jump from one iteration to the next.
TEST(Steadiness, QuiescenceSteadiesTheScore) {
    lab::Steadiness with, without;
    for (std::size_t i = 0; i < std::size(lab::kBenchPositions); i += 3) {
        const Position pos = test::must_parse(std::string(lab::kBenchPositions[i]));
        if (!pos.has_legal_move()) continue;
        const auto found = lab::compare_steadiness(pos, 6, nullptr, {});
        with += lab::steadiness_of(found.with, ScoreScale(pos));
        without += lab::steadiness_of(found.without, ScoreScale(pos));
    }
    EXPECT_LT(with.mean_change(), without.mean_change());
}

TEST(StatsCommand, RefusesNonsense) {
    Engine engine;
    for (const Words& words : {Words{"bogus"},
                               {"json", "bogus"},
                               {"steady", "depth", "1"},
                               {"steady", "depth", "x"},
                               {"steady", "suite"},
                               {"steady", "suite", "/nonexistent"}})
        EXPECT_FALSE(stillpoint::stats(engine, words));
    const auto steady = stillpoint::stats(engine, {"steady", "depth", "4", "json"});
    ASSERT_TRUE(steady);
    EXPECT_TRUE(steady->starts_with(R"({"with_quiescence":{"mean_change_cp":)")) << *steady;
}

}  // namespace
}  // namespace stillpoint
