// The lab's searches of fixed depth, and what it draws behind their horizon.
#include "lab/horizon.h"

#include <gtest/gtest.h>

#include "chess/see.h"
#include "commands/commands.h"
#include "lab/capture_tree.h"
#include "tests/unit/lab/recorded_tree.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/suites.h"

namespace stillpoint {
namespace {

using lab::Horizon;
using lab::HorizonSearcher;

constexpr const char* kProtectedPawn = "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1";

// All moves to a fixed depth, then the evaluation; in check at the horizon all evasions, as the engine does.
Score negamax(Position& pos, int depth, int ply) {
    const MoveList moves = test::legal_moves(pos);
    if (moves.empty()) return pos.in_check() ? mated_in(ply) : kDrawScore;
    if (ply > 0 && pos.is_draw(ply)) return kDrawScore;
    if (depth <= 0 && !pos.in_check()) {
        const int eval = plain::evaluate(pos);
        return eval - eval * pos.halfmove_clock() / 212;
    }
    Score best = -kInfiniteScore;
    for (Move m : moves) {
        pos.make(m);
        best = std::max(best, -negamax(pos, depth - 1, ply + 1));
        pos.undo();
    }
    return best;
}

TEST(HorizonSearch, PlainIsPlain) {
    for (const char* fen : test::kLabFens) {
        Position pos = test::must_parse(fen);
        const auto results = HorizonSearcher(Horizon::Plain, nullptr).search(pos, 3);
        ASSERT_EQ(results.size(), 3u);
        for (int depth = 1; depth <= 3; ++depth) {
            // A draw's score is blurred by one.
            const Score expected = negamax(pos, depth, 0),
                        found = results[static_cast<std::size_t>(depth) - 1].score;
            EXPECT_NEAR(found, expected, expected == kDrawScore ? 1 : 0) << fen << " depth " << depth;
        }
    }
}

TEST(HorizonSearch, OnlyThePlainSearchTakesTheProtectedPawn) {
    const Position pos = test::must_parse(kProtectedPawn);
    for (const Horizon horizon : {Horizon::Plain, Horizon::Captures, Horizon::Full, Horizon::Engine}) {
        const auto results = HorizonSearcher(horizon, nullptr).search(pos, 1);
        ASSERT_EQ(results.size(), 1u);
        EXPECT_EQ(test::uci(results[0].line[0]) == "d2d5", horizon == Horizon::Plain);
    }
}

TEST(CaptureTree, ExchangeValuesAgreeWithTheComparison) {
    for (const char* fen : test::kLabFens) {
        const Position pos = test::must_parse(fen);
        for (Move m : test::legal_moves(pos)) {
            const int value = lab::exchange_value_of(pos, m);
            EXPECT_TRUE(see_at_least(pos, m, value));
            EXPECT_FALSE(see_at_least(pos, m, value + 1));
        }
    }
}

void expect_sound(const lab::CaptureNode& node) {
    Score best = node.in_check ? -kInfiniteScore : node.stand_pat;
    for (const lab::CaptureNode& child : node.children) {
        best = std::max(best, -child.value);
        expect_sound(child);
    }
    if (!node.children.empty()) {
        EXPECT_EQ(node.value, best);
    }
    if (node.best >= 0) {
        EXPECT_EQ(node.value, -node.children[static_cast<std::size_t>(node.best)].value);
    }
}

TEST(CaptureTree, ValuesAreBackedUp) {
    for (const char* fen : test::kLabFens) expect_sound(lab::capture_tree(test::must_parse(fen), nullptr));
}

TEST(HorizonCommand, ShowsTheChainOfCaptures) {
    Engine engine;
    engine.use_plain_evaluation();
    engine.set_position(test::must_parse(kProtectedPawn));
    const auto text = stillpoint::horizon(engine, {"depth", "1"});
    ASSERT_TRUE(text) << text.error();
    EXPECT_NE(text->find("the plain search plays Qxd5"), std::string::npos) << *text;
    EXPECT_NE(text->find("cxd5  exchange +900"), std::string::npos) << *text;
}

TEST(HorizonCommand, RefusesNonsense) {
    Engine engine;
    for (const Words& words : {Words{"depth"},
                               {"depth", "x"},
                               {"depth", "99"},
                               {"bogus"},
                               {"suite"},
                               {"suite", "/nonexistent"},
                               {"suite", "a", "b"}})
        EXPECT_FALSE(stillpoint::horizon(engine, words));
    engine.set_position(test::must_parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    EXPECT_FALSE(stillpoint::horizon(engine, {}));
}

TEST(HorizonSuite, CountsTheBlunder) {
    const lab::HorizonSuite suite = lab::run_horizon_suite({test::must_parse(kProtectedPawn)},
                                                           {.depth = 1, .reference_nodes = 5000}, nullptr);
    EXPECT_EQ(suite.depths[0][static_cast<std::size_t>(Horizon::Plain)].blunders, 1);
    EXPECT_EQ(suite.depths[0][static_cast<std::size_t>(Horizon::Full)].blunders, 0);
    EXPECT_EQ(suite.only_plain_errs[0], 1);
    EXPECT_EQ(suite.only_quiet_errs[0], 0);
}

}  // namespace
}  // namespace stillpoint
