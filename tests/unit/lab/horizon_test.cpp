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

// The other examples by which the horizon effect is usually explained. With the plain evaluation, which knows
// nothing but the pieces and will not change.
std::string report_of(const char* fen, const char* depth) {
    Engine engine;
    engine.use_plain_evaluation();
    engine.set_position(test::must_parse(fen));
    const auto text = stillpoint::horizon(engine, {"depth", depth});
    return text ? *text : text.error();
}

void expect_told(const std::string& report, std::initializer_list<const char*> parts) {
    for (const char* part : parts) EXPECT_NE(report.find(part), std::string::npos) << part << "\n" << report;
}

// Nothing stops the pawn; a check puts its promotion off by two plies.
TEST(HorizonExamples, ChecksThatPushALossOverTheHorizon) {
    constexpr const char* kPromotion = "8/6pk/8/8/8/8/p5PP/3B2K1 w - - 0 1";
    expect_told(report_of(kPromotion, "4"), {"At depth 1 the quiet search gives check, Bc2+", "a1=Q",
                                             "The check only pushes the loss over the horizon: at depth 4"});
    // A check that wins is no delay.
    EXPECT_EQ(report_of("r4rk1/ppp2ppp/8/3q4/8/3B4/PPP2PPP/R2Q1RK1 w - - 0 1", "3").find("pushes the loss"),
              std::string::npos);
}

// A pawn attacks the queen, it goes to safety, and a discovered check wins the rook.
TEST(HorizonExamples, TheDiscoveredCheck) {
    expect_told(report_of("r7/p4ppk/1Q5p/3R4/8/7b/PP3PnP/5K2 w - - 0 1", "3"),
                {"At depth 3 the plain search plays Qd4", "the quiet one Qc6",
                 "The plain search stops after 1. Qd4 Ne3+ 2. Kg1", "Nxd5  exchange +200"});
}

// A bishop for the queen behind it: a plain search that stops after the capture has lost a bishop.
TEST(HorizonExamples, TheSacrifice) {
    expect_told(report_of("r4rk1/ppp2ppp/8/3q4/8/3B4/PPP2PPP/R2Q1RK1 w - - 0 1", "2"),
                {"the quiet one Bxh7+", "The plain search gives up the other line after 1. Bxh7+ Kxh7",
                 "Qxd5  exchange +900"});
}

// The engine's switches count here too: quiet checks are among what lies behind the horizon.
TEST(HorizonExamples, TheQuietSearchHasTheEnginesTechniques) {
    Tuning engine;
    engine.features.quiescence_checks = true;
    EXPECT_TRUE(lab::tuning_of(Horizon::Full, engine).features.quiescence_checks);
    EXPECT_FALSE(lab::tuning_of(Horizon::Captures, engine).features.quiescence_checks);
    engine.features.null_move = false;
    EXPECT_FALSE(lab::tuning_of(Horizon::Engine, engine).features.null_move);

    const Position mate = test::must_parse("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    EXPECT_TRUE(lab::capture_tree(mate, nullptr).children.empty());
    const lab::CaptureNode with_checks = lab::capture_tree(mate, nullptr, true);
    ASSERT_EQ(with_checks.children.size(), 1u);
    EXPECT_EQ(with_checks.value, mate_in(1));
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
