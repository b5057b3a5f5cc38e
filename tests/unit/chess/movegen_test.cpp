#include "chess/movegen.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "chess/notation.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/suites.h"

namespace stillpoint {
namespace {

using test::effort;
using test::must_parse;

template <GenKind kKind>
std::vector<std::uint16_t> sorted(const Position& pos) {
    MoveList moves;
    generate<kKind>(pos, moves);
    std::vector<std::uint16_t> codes;
    for (Move m : moves) codes.push_back(m.raw());
    std::sort(codes.begin(), codes.end());
    return codes;
}

bool has(const std::vector<std::uint16_t>& codes, Move m) {
    return std::binary_search(codes.begin(), codes.end(), m.raw());
}

// Checks that the generators and the predicates about moves agree at one position.
void check_node(Position& pos) {
    const auto legal = sorted<GenKind::Legal>(pos), noisy = sorted<GenKind::Noisy>(pos),
               quiet = sorted<GenKind::Quiet>(pos), quiet_checks = sorted<GenKind::QuietChecks>(pos);
    ASSERT_EQ(std::adjacent_find(legal.begin(), legal.end()), legal.end()) << to_fen(pos);
    std::vector<std::uint16_t> both;
    std::merge(noisy.begin(), noisy.end(), quiet.begin(), quiet.end(), std::back_inserter(both));
    ASSERT_EQ(both, legal) << to_fen(pos);
    if (pos.in_check()) {
        ASSERT_EQ(sorted<GenKind::Evasions>(pos), legal) << to_fen(pos);
    }
    ASSERT_EQ(count_legal_moves(pos), static_cast<int>(legal.size())) << to_fen(pos);
    ASSERT_EQ(pos.has_legal_move(), !legal.empty()) << to_fen(pos);

    for (std::uint16_t code : legal) {
        const Move m(code);
        const auto where = [&] { return to_fen(pos) + " " + to_uci(m, CastlingNotation::KingTakesRook); };
        const bool gives_check = pos.gives_check(m), is_noisy = pos.is_noisy(m);
        const Key key_after = pos.key_after(m);
        const CastlingRights rights = pos.castling_rights();
        const int pieces = pos.piece_count();
        const bool is_capture = pos.is_capture(m);

        pos.make(m);
        const bool checks = pos.in_check(), fewer = pos.piece_count() < pieces;
        const bool key_is_promised = m.type() == MoveType::Normal && pos.castling_rights() == rights &&
                                     pos.en_passant() == Square::None;
        const Key key = pos.key();
        pos.undo();

        ASSERT_EQ(gives_check, checks) << where();
        ASSERT_EQ(is_capture, fewer) << where();
        ASSERT_EQ(is_noisy, has(noisy, m)) << where();
        ASSERT_EQ(has(quiet_checks, m), has(quiet, m) && checks) << where();
        if (key_is_promised) {
            ASSERT_EQ(key_after, key) << where();
        }
    }
    // Every legal move was looked up above, so there can be no others.
    ASSERT_TRUE(std::includes(quiet.begin(), quiet.end(), quiet_checks.begin(), quiet_checks.end()))
        << to_fen(pos);
}

void check_tree(Position& pos, int depth) {
    check_node(pos);
    if (depth == 0) return;
    for (Move m : test::legal_moves(pos)) {
        if (testing::Test::HasFatalFailure()) return;
        pos.make(m);
        check_tree(pos, depth - 1);
        pos.undo();
    }
}

TEST(MoveGeneration, PartsFitTogetherInTheTreesOfOurPositions) {
    for (const test::PerftEntry& entry : test::read_perft_suite(test::data_file("perft.epd"))) {
        int depth = 0;
        const auto max_nodes = static_cast<std::uint64_t>(effort(10'000, 500));
        for (const auto& [ply, nodes] : entry.nodes)
            if (nodes <= max_nodes) depth = ply;
        Position pos = must_parse(entry.fen);
        check_tree(pos, depth);
        if (HasFatalFailure()) return;
    }
}

TEST(MoveGeneration, PartsFitTogetherOneStepFromSuitePositions) {
    for (const std::string& fen : test::suite_fens(static_cast<std::size_t>(effort(1, 10)))) {
        Position pos = must_parse(fen);
        check_tree(pos, 1);
        if (HasFatalFailure()) return;
    }
}

TEST(MoveGeneration, PartsFitTogetherInRandomGames) {
    test::random_games(11, effort(40, 4), 150, [](Position& pos) {
        if (!testing::Test::HasFatalFailure()) check_node(pos);
    });
}

TEST(MoveGeneration, TheListHoldsThePositionWithMostMoves) {
    const Position pos = must_parse("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    EXPECT_EQ(count_legal_moves(pos), 218);
    EXPECT_EQ(test::legal_moves(pos).size(), 218U);
}

TEST(MoveGeneration, MateAndStalemateHaveNoMoves) {
    const Position mate = must_parse("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    EXPECT_TRUE(mate.in_check());
    EXPECT_FALSE(mate.has_legal_move());
    const Position stalemate = must_parse("7k/8/5KQ1/8/8/8/8/8 b - - 0 1");
    EXPECT_FALSE(stalemate.in_check());
    EXPECT_FALSE(stalemate.has_legal_move());
}

}  // namespace
}  // namespace stillpoint
