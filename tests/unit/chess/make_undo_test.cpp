#include <gtest/gtest.h>

#include "chess/notation.h"
#include "chess/position.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/slow_board.h"

namespace stillpoint {
namespace {

using test::effort;
using test::must_parse;
using test::SlowBoard;

void expect_true_keys(const Position& pos) {
    ASSERT_EQ(pos.key(), pos.key_from_scratch()) << to_fen(pos);
    ASSERT_EQ(pos.partial_keys(), pos.partial_keys_from_scratch()) << to_fen(pos);
}

// The board after the changes; fails if a piece is not where they say it was.
SlowBoard replay(const SlowBoard& before, const PieceChanges& changes) {
    SlowBoard board = before;
    for (const PieceChange& change : changes)
        if (change.from != Square::None) {
            EXPECT_EQ(before[change.from], change.piece);
            board[change.from] = Piece::None;
        }
    for (const PieceChange& change : changes)
        if (change.to != Square::None) {
            EXPECT_EQ(board[change.to], Piece::None) << "two pieces on one square";
            board[change.to] = change.piece;
        }
    return board;
}

TEST(MakeUndo, EveryMoveOfRandomGamesKeepsKeysAndComesBack) {
    int castlings = 0, en_passants = 0, promotions = 0;
    test::random_games(21, effort(16, 3), 120, [&](Position& pos) {
        if (testing::Test::HasFatalFailure()) return;
        const Position before = pos;
        const SlowBoard board(pos);
        for (Move m : test::legal_moves(pos)) {
            castlings += m.type() == MoveType::Castling;
            en_passants += m.type() == MoveType::EnPassant;
            promotions += m.type() == MoveType::Promotion;
            const std::string where = to_fen(before) + " " + to_uci(m, CastlingNotation::KingTakesRook);
            const PieceChanges changes = pos.make(m);
            expect_true_keys(pos);
            SlowBoard moved = board;
            moved.apply(m);
            ASSERT_EQ(SlowBoard(pos), moved) << where;
            ASSERT_EQ(replay(board, changes), moved) << where;
            ASSERT_EQ(pos.game_ply(), before.game_ply() + 1);
            ASSERT_EQ(pos.last_move(), m);
            pos.undo();
            ASSERT_EQ(pos, before) << where;
        }
        if (pos.in_check()) return;
        pos.make_null();
        expect_true_keys(pos);
        ASSERT_EQ(SlowBoard(pos), board);
        ASSERT_EQ(pos.side_to_move(), ~before.side_to_move());
        ASSERT_EQ(pos.en_passant(), Square::None);
        pos.undo_null();
        ASSERT_EQ(pos, before) << to_fen(before) << " null move";
    });
    // The random games must have contained what they are meant to test.
    EXPECT_GT(castlings, 0);
    EXPECT_GT(en_passants, 0);
    EXPECT_GT(promotions, 0);
}

TEST(MakeUndo, WholeGamesWithNullMovesComeBack) {
    Rng rng(22);
    for (test::Variant variant : test::kVariants)
        for (int game = 0; game < effort(60, 6); ++game) {
            Position pos = must_parse(test::start_fen(variant, rng));
            const Position start = pos;
            std::vector<bool> was_null;
            for (int ply = 0; ply < 200; ++ply) {
                const MoveList moves = test::legal_moves(pos);
                if (moves.empty()) break;
                was_null.push_back(!pos.in_check() && rng.below(8) == 0);
                if (was_null.back())
                    pos.make_null();
                else
                    pos.make(test::random_move(rng, moves));
                expect_true_keys(pos);
                ASSERT_FALSE(HasFatalFailure());
            }
            for (; !was_null.empty(); was_null.pop_back())
                if (was_null.back())
                    pos.undo_null();
                else
                    pos.undo();
            ASSERT_EQ(pos, start);
        }
}

TEST(MakeUndo, DerivedDataDoesNotDependOnHistory) {
    test::random_games(23, effort(20, 3), 150, [](Position& pos) {
        const Position fresh = must_parse(to_fen(pos, FenStyle::Shredder));
        ASSERT_EQ(pos.key(), fresh.key()) << to_fen(pos);
        ASSERT_EQ(pos.partial_keys(), fresh.partial_keys()) << to_fen(pos);
        ASSERT_EQ(pos.checkers(), fresh.checkers()) << to_fen(pos);
        for (Color c : {Color::White, Color::Black}) {
            ASSERT_EQ(pos.blockers(c), fresh.blockers(c)) << to_fen(pos);
            ASSERT_EQ(pos.pinners(c), fresh.pinners(c)) << to_fen(pos);
        }
        for (int t = 0; t < kPieceTypes; ++t)
            ASSERT_EQ(pos.check_squares(static_cast<PieceType>(t)),
                      fresh.check_squares(static_cast<PieceType>(t)))
                << to_fen(pos);
    });
}

TEST(MakeUndo, AttackersAgreeWithAPlainBoard) {
    test::random_games(24, effort(6, 1), 100, [](Position& pos) {
        const SlowBoard board(pos);
        for (int s = 0; s < kSquares; ++s) {
            const Square to = static_cast<Square>(s);
            Bitboard expected = 0;
            for (int f = 0; f < kSquares; ++f)
                if (board.attacks(static_cast<Square>(f), to)) expected |= bit(static_cast<Square>(f));
            ASSERT_EQ(pos.attackers_to(to, pos.pieces()), expected) << to_fen(pos) << ' ' << to_string(to);
            for (Color c : {Color::White, Color::Black})
                ASSERT_EQ(pos.is_attacked_by(c, to, pos.pieces()), board.is_attacked_by(c, to))
                    << to_fen(pos) << ' ' << to_string(to);
        }
    });
}

TEST(MakeUndo, TransposedMovesGiveOneKey) {
    Position a = start_position(), b = start_position();
    for (const char* text : {"g1f3", "g8f6", "b1c3", "b8c6"}) a.make(*parse_uci_move(a, text));
    for (const char* text : {"b1c3", "b8c6", "g1f3", "g8f6"}) b.make(*parse_uci_move(b, text));
    EXPECT_EQ(a.key(), b.key());
    EXPECT_EQ(a.partial_keys(), b.partial_keys());
    EXPECT_EQ(to_fen(a), to_fen(b));
}

TEST(MakeUndo, KeysTellRightsEnPassantAndSideApart) {
    const Key all = must_parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").key();
    EXPECT_NE(all, must_parse("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1").key());
    EXPECT_NE(all, must_parse("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").key());
    EXPECT_NE(must_parse("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").key(),
              must_parse("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1").key());
    EXPECT_EQ(all, must_parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 30").key())
        << "counters are not part of it";
}

TEST(MakeUndo, ForgettingHistoryKeepsThePositionOnly) {
    Position pos = start_position();
    for (const char* text : {"g1f3", "g8f6", "f3g1", "f6g8"}) pos.make(*parse_uci_move(pos, text));
    EXPECT_EQ(pos.times_seen_before(), 1);
    const Key key = pos.key();
    const std::string fen = to_fen(pos);
    pos.forget_history();
    EXPECT_FALSE(pos.last_move().is_real()) << "it can't be taken back";
    EXPECT_EQ(pos.times_seen_before(), 0);
    EXPECT_EQ(pos.key(), key);
    EXPECT_EQ(to_fen(pos), fen);
    for (const char* text : {"g1f3", "g8f6", "f3g1", "f6g8"}) pos.make(*parse_uci_move(pos, text));
    EXPECT_EQ(pos.times_seen_before(), 1) << "positions before the cut must not count";
}

}  // namespace
}  // namespace stillpoint
