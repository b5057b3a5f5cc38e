#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "chess/notation.h"
#include "chess/position.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"

namespace stillpoint {
namespace {

using test::effort;
using test::must_parse;

void play(Position& pos, std::initializer_list<const char*> moves) {
    for (const char* text : moves) {
        const Result<Move> m = parse_uci_move(pos, text);
        ASSERT_TRUE(m.ok()) << text;
        pos.make(*m);
    }
}

bool some_move_repeats(Position& pos, int ply) {
    for (Move m : test::legal_moves(pos)) {
        pos.make(m);
        const bool repeats = pos.is_draw_by_repetition(ply + 1);
        pos.undo();
        if (repeats) return true;
    }
    return false;
}

// A move that takes the last but one back if possible, else a reversible one if possible.
Move shuffling_move(Rng& rng, Position& pos, Move last_own) {
    const MoveList moves = test::legal_moves(pos);
    const Move back(last_own.to(), last_own.from());
    if (rng.below(3) != 0 && last_own.is_real() && pos.is_legal(back)) return back;
    for (int attempt = 0; attempt < 20; ++attempt) {
        const Move m = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        if (!pos.is_capture(m) && type_of(pos.moved_piece(m)) != PieceType::Pawn) return m;
    }
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

TEST(UpcomingRepetition, AgreesWithTryingEveryMove) {
    Rng rng(41);
    std::vector<std::string> fens = {"8/8/4k3/8/8/3K4/8/R6r w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                                     "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                                     "2b1k3/8/4n3/8/8/3Q4/8/4K1N1 b - - 0 1",
                                     "4k3/2p5/8/3P4/8/8/5r2/R3K3 b Q - 0 1"};
    for (test::Variant variant : test::kVariants)
        for (int i = 0; i < 4; ++i) fens.push_back(test::start_fen(variant, rng));

    int upcoming = 0, not_upcoming = 0;
    for (const std::string& fen : fens)
        for (int game = 0; game < effort(12, 2); ++game) {
            Position pos = must_parse(fen);
            std::vector<Move> played;
            for (int ply = 0; ply < 60; ++ply) {
                for (int from_root : {0, 1, 2, 3, 4, 5, 6, 8, 11, 20, 60}) {
                    const bool expected = some_move_repeats(pos, from_root);
                    ASSERT_EQ(pos.has_upcoming_repetition(from_root), expected)
                        << to_fen(pos) << " after " << played.size() << " plies from " << fen << ", ply "
                        << from_root;
                    (expected ? upcoming : not_upcoming)++;
                }
                if (!pos.has_legal_move()) break;
                if (!pos.in_check() && rng.below(25) == 0) {
                    pos.make_null();
                    played.push_back(Move::null());
                } else {
                    const Move own = played.size() > 1 ? played[played.size() - 2] : Move::none();
                    const Move m = shuffling_move(rng, pos, own);
                    pos.make(m);
                    played.push_back(m);
                }
            }
        }
    EXPECT_GT(upcoming, 500);
    EXPECT_GT(not_upcoming, 500);
}

TEST(Repetition, TimesSeenAgreesWithComparingAllPositions) {
    Rng rng(42);
    int repeated = 0;
    for (int game = 0; game < effort(30, 5); ++game) {
        Position pos = must_parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        // Board, side, rights and en passant: what the rules of the game call a position.
        const auto identity = [&] {
            const std::string fen = to_fen(pos);
            return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
        };
        std::vector<std::string> seen;
        std::vector<Move> played;
        for (int ply = 0; ply < 80 && pos.has_legal_move(); ++ply) {
            const auto times = static_cast<int>(std::count(seen.begin(), seen.end(), identity()));
            ASSERT_EQ(pos.times_seen_before(), times) << to_fen(pos);
            ASSERT_EQ(pos.is_draw_by_repetition(0), times >= 2) << to_fen(pos);
            ASSERT_EQ(pos.is_draw_by_repetition(1000), times >= 1) << to_fen(pos);
            repeated += times > 0;
            seen.push_back(identity());
            const Move own = played.size() > 1 ? played[played.size() - 2] : Move::none();
            played.push_back(shuffling_move(rng, pos, own));
            pos.make(played.back());
        }
    }
    EXPECT_GT(repeated, 50);
}

TEST(Repetition, TheThirdTimeIsADraw) {
    Position pos = start_position();
    play(pos, {"g1f3", "g8f6", "f3g1", "f6g8"});
    EXPECT_EQ(pos.times_seen_before(), 1);
    EXPECT_FALSE(pos.is_draw_by_repetition(0));
    EXPECT_FALSE(pos.is_draw_by_repetition(4)) << "the first time was at the root";
    EXPECT_TRUE(pos.is_draw_by_repetition(5)) << "the first time was inside the search";
    play(pos, {"g1f3", "g8f6", "f3g1"});
    EXPECT_TRUE(pos.has_upcoming_repetition(0));
    EXPECT_FALSE(pos.is_draw(0)) << "the position after Ng1 has occurred only twice";
    play(pos, {"f6g8"});
    EXPECT_EQ(pos.times_seen_before(), 2);
    EXPECT_TRUE(pos.is_draw_by_repetition(0));
    EXPECT_TRUE(pos.is_draw(0));
}

TEST(Repetition, LostCastlingRightsMakeAnotherPosition) {
    Position pos = must_parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    play(pos, {"e1e2", "e8e7", "e2e1", "e7e8"});
    EXPECT_EQ(pos.times_seen_before(), 0);
    play(pos, {"e1e2", "e8e7", "e2e1", "e7e8"});
    EXPECT_EQ(pos.times_seen_before(), 1);
}

TEST(Repetition, APossibleEnPassantCaptureMakesAnotherPosition) {
    Position pos = must_parse("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    play(pos, {"d7d5", "e1e2", "e8e7", "e2e1", "e7e8"});
    EXPECT_EQ(pos.times_seen_before(), 0) << "e5xd6 was possible the first time";
    play(pos, {"e1e2", "e8e7", "e2e1", "e7e8"});
    EXPECT_EQ(pos.times_seen_before(), 1);
}

TEST(Repetition, NullMovesEndTheComparison) {
    Position pos = must_parse("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    pos.make_null();
    pos.make_null();
    EXPECT_FALSE(pos.is_draw_by_repetition(100));
    EXPECT_EQ(pos.times_seen_before(), 0);
}

TEST(FiftyMoves, AHundredHalfMovesAreADraw) {
    Position pos = must_parse("7k/8/8/8/8/8/R7/K7 w - - 98 120");
    EXPECT_FALSE(pos.is_draw_by_fifty_moves());
    play(pos, {"a2b2"});
    EXPECT_EQ(pos.halfmove_clock(), 99);
    EXPECT_FALSE(pos.is_draw_by_fifty_moves());
    play(pos, {"h8h7"});
    EXPECT_TRUE(pos.is_draw_by_fifty_moves());
    EXPECT_TRUE(pos.is_draw(3));
}

TEST(FiftyMoves, PawnMovesAndCapturesStartAgain) {
    Position pos = must_parse("7k/8/8/8/8/6n1/P6P/K7 w - - 99 120");
    Position other = pos;
    play(pos, {"a2a4"});
    EXPECT_EQ(pos.halfmove_clock(), 0);
    play(other, {"h2g3"});
    EXPECT_EQ(other.halfmove_clock(), 0);
}

TEST(FiftyMoves, CastlingDoesNotStartAgain) {
    Position pos = must_parse("4k3/8/8/8/8/8/8/4K2R w K - 41 60");
    play(pos, {"e1g1"});
    EXPECT_EQ(pos.halfmove_clock(), 42);
}

TEST(FiftyMoves, MateTakesPrecedence) {
    Position pos = must_parse("6k1/8/6K1/8/8/8/8/R7 w - - 99 90");
    play(pos, {"a1a8"});
    EXPECT_EQ(pos.halfmove_clock(), 100);
    EXPECT_FALSE(pos.has_legal_move());
    EXPECT_FALSE(pos.is_draw_by_fifty_moves());
    EXPECT_FALSE(pos.is_draw(5));

    Position check = must_parse("6k1/8/5K2/8/8/8/8/R7 w - - 99 90");
    play(check, {"a1a8"});
    EXPECT_TRUE(check.in_check());
    EXPECT_TRUE(check.is_draw_by_fifty_moves()) << "check with a way out is a draw";
}

TEST(InsufficientMaterial, Cases) {
    const struct {
        const char* fen;
        bool insufficient;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
        {"4k1n1/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},
        {"2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},    // both bishops on light squares
        {"5bk1/8/8/8/8/8/8/4KB2 w - - 0 1", false},    // one on each colour: a helpmate exists
        {"4k3/8/8/3B4/4B3/8/8/4KB2 w - - 0 1", true},  // three bishops, all on light squares
        {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", false},  // mate is possible, only not by force
        {"4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1", false},
        {"4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1", false},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/4KR2 w - - 0 1", false},
        {"3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false},
    };
    for (const auto& c : cases) {
        const Position pos = must_parse(c.fen);
        EXPECT_EQ(pos.has_insufficient_material(), c.insufficient) << c.fen;
        EXPECT_EQ(pos.is_draw(0), c.insufficient) << c.fen;
    }
}

}  // namespace
}  // namespace stillpoint
