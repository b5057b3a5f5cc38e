#include "nnue/accumulator.h"

#include <array>
#include <string_view>

#include <gtest/gtest.h>

#include "nnue/evaluate.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"

namespace stillpoint::nnue {
namespace {

std::array<std::int16_t, kHidden> sums_from_scratch(Color side, const Position& pos, const Weights& weights) {
    std::array<std::int16_t, kHidden> sums;
    std::copy_n(weights.feature_bias, kHidden, sums.begin());
    for (Bitboard pieces = pos.pieces(); pieces;) {
        const Square s = pop_first(pieces);
        const auto& row = weights.features[feature(side, pos.king_square(side), pos.piece_on(s), s)];
        for (std::size_t i = 0; i < kHidden; ++i) sums[i] = static_cast<std::int16_t>(sums[i] + row[i]);
    }
    return sums;
}

void expect_up_to_date(AccumulatorStack& stack, const Position& pos, const Network& network) {
    for (Color side : {Color::White, Color::Black}) {
        const std::int16_t* values = stack.values(side, pos, network);
        const auto expected = sums_from_scratch(side, pos, network.weights);
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), values)) << to_fen(pos, FenStyle::Shredder);
    }
    ASSERT_EQ(stack.evaluate(pos, network), evaluate_from_scratch(pos, network))
        << to_fen(pos, FenStyle::Shredder);
}

// How often the walk came across what it is meant to test.
struct Seen {
    int castlings = 0, promotions = 0, promoting_captures = 0, en_passants = 0, captures = 0, crossings = 0,
        nulls = 0, undone = 0;
};

// Wanders through the game tree like a search: forward, back, null moves; looks only now and then, so that
// changes pile up between looks.
void wander(Rng& rng, Position pos, const Network& network, int steps, Seen& seen) {
    AccumulatorStack stack;
    stack.reset();
    std::vector<bool> was_null;
    for (int i = 0; i < steps; ++i) {
        const std::uint32_t choice = rng.below(16);
        const MoveList moves = test::legal_moves(pos);
        const bool full = was_null.size() + 2 > AccumulatorStack::kMaxPlies;
        if (!was_null.empty() && (choice < 3 || moves.empty() || full)) {
            const std::uint32_t back =
                1 + rng.below(std::min<std::uint32_t>(4, static_cast<std::uint32_t>(was_null.size())));
            for (std::uint32_t n = 0; n < back; ++n) {
                if (was_null.back()) {
                    pos.undo_null();
                } else {
                    pos.undo();
                    stack.pop();
                }
                was_null.pop_back();
                ++seen.undone;
            }
        } else if (moves.empty()) {
            return;
        } else if (choice == 5 && !pos.in_check()) {
            pos.make_null();
            was_null.push_back(true);
            ++seen.nulls;
        } else {
            const Move move = test::random_move(rng, moves);
            const bool capture = pos.is_capture(move);
            const Color us = pos.side_to_move();
            const bool mirrored = is_mirrored(pos.king_square(us));
            stack.push(pos.make(move));
            if (rng.below(2) == 0) stack.keep_up(pos, network);
            was_null.push_back(false);
            seen.captures += capture;
            seen.castlings += move.type() == MoveType::Castling;
            seen.en_passants += move.type() == MoveType::EnPassant;
            seen.promotions += move.type() == MoveType::Promotion;
            seen.promoting_captures += move.type() == MoveType::Promotion && capture;
            seen.crossings += mirrored != is_mirrored(pos.king_square(us));
        }
        if (rng.below(3) != 0) continue;
        ASSERT_NO_FATAL_FAILURE(expect_up_to_date(stack, pos, network));
    }
    expect_up_to_date(stack, pos, network);
}

TEST(Accumulator, FollowsEveryKindOfGame) {
    const auto network = random_network(1);
    Rng rng(2);
    Seen seen;
    for (test::Variant variant : test::kVariants)
        for (int game = 0; game < test::effort(60, 10); ++game)
            ASSERT_NO_FATAL_FAILURE(
                wander(rng, test::must_parse(test::start_fen(variant, rng)), *network, 300, seen));
    // Positions where kings roam, pawns promote and castling is near.
    for (std::string_view fen :
         {"8/2p1k3/8/8/3K4/8/4P3/8 w - - 0 1", "8/PPPP2k1/8/8/8/8/1K2pppp/8 w - - 0 1",
          "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1", "1rkr4/8/8/3Pp3/3pP3/8/8/1RKR4 w DBdb e6 0 1",
          "6kr/p6p/8/8/8/8/P6P/6KR w Hh - 0 1", "rk6/8/8/8/8/8/8/RK6 w Aa - 0 1",
          "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1"})
        for (int game = 0; game < test::effort(20, 4); ++game)
            ASSERT_NO_FATAL_FAILURE(wander(rng, test::must_parse(fen), *network, 300, seen));

    const int least = test::effort(100, 20);
    EXPECT_GT(seen.castlings, least);
    EXPECT_GT(seen.promotions, least);
    EXPECT_GT(seen.promoting_captures, least / 5);
    EXPECT_GT(seen.en_passants, least / 20);
    EXPECT_GT(seen.captures, 5 * least);
    EXPECT_GT(seen.crossings, 5 * least);
    EXPECT_GT(seen.nulls, 5 * least);
    EXPECT_GT(seen.undone, 5 * least);
}

TEST(Accumulator, CastlingWhereTheKingStaysCountsAsARookMove) {
    const auto network = random_network(3);
    Position pos = test::must_parse("6kr/p6p/8/8/8/8/P6P/6KR w Hh - 0 1");
    AccumulatorStack stack;
    stack.reset();
    expect_up_to_date(stack, pos, *network);
    stack.push(pos.make(Move(Square::G1, Square::H1, MoveType::Castling)));
    expect_up_to_date(stack, pos, *network);
}

// As deep as a search may go without a single evaluation on the way, there and back again.
TEST(Accumulator, HoldsTheDeepestLine) {
    const auto network = random_network(4);
    Position pos = start_position();
    AccumulatorStack stack;
    stack.reset();
    const Move cycle[] = {Move(Square::G1, Square::F3), Move(Square::G8, Square::F6),
                          Move(Square::F3, Square::G1), Move(Square::F6, Square::G8)};
    for (int ply = 1; ply < AccumulatorStack::kMaxPlies; ++ply) stack.push(pos.make(cycle[(ply - 1) % 4]));
    expect_up_to_date(stack, pos, *network);
    for (int ply = AccumulatorStack::kMaxPlies - 1; ply > 0; --ply) {
        pos.undo();
        stack.pop();
        expect_up_to_date(stack, pos, *network);
    }
}

TEST(Accumulator, AnotherNetworkAndAnotherBoardReplaceTheOld) {
    auto network = random_network(5);
    AccumulatorStack stack;
    for (std::string_view fen : {kStartFen, std::string_view("8/2p1k3/8/8/3K4/8/4P3/8 w - - 0 1")})
        for (std::uint64_t seed = 6; seed < 10; ++seed) {
            network->weights = random_network(seed)->weights;  // at the same address
            const Position pos = test::must_parse(fen);
            stack.change_network();
            stack.reset();
            expect_up_to_date(stack, pos, *network);
        }
    // With the same network the cached sums stay valid, whatever the board.
    const Position pos = test::must_parse(kStartFen);
    stack.reset();
    expect_up_to_date(stack, pos, *network);
}

}  // namespace
}  // namespace stillpoint::nnue
