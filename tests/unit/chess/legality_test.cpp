#include <vector>

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/slow_board.h"
#include "tests/unit/support/suites.h"

namespace stillpoint {
namespace {

using test::effort;
using test::must_parse;

// Asks about every one of the 65,536 codes a move can have.
void check_all_codes(const Position& pos) {
    std::vector<bool> generated(1 << 16, false);
    for (Move m : test::legal_moves(pos)) generated[m.raw()] = true;
    const test::SlowBoard board(pos);
    for (int code = 0; code < 1 << 16; ++code) {
        const Move m(static_cast<std::uint16_t>(code));
        const auto where = [&] {
            return to_fen(pos, FenStyle::Shredder) + " code " + std::to_string(code) + " " +
                   to_uci(m, CastlingNotation::KingTakesRook);
        };
        const bool legal = pos.is_legal(m), pseudo_legal = pos.is_pseudo_legal(m);
        ASSERT_EQ(legal, generated[m.raw()]) << where();
        ASSERT_TRUE(!legal || pseudo_legal) << where();
        if (pseudo_legal) {
            ASSERT_EQ(legal, board.is_safe(pos.side_to_move(), m)) << where();
        }
    }
}

TEST(Legality, AllCodesInRandomGames) {
    int visited = 0;
    test::random_games(31, effort(30, 4), 160, [&](Position& pos) {
        if (!testing::Test::HasFatalFailure() && ++visited % effort(5, 25) == 0) check_all_codes(pos);
    });
    EXPECT_GT(visited, 500);
}

TEST(Legality, AllCodesInSuitePositions) {
    for (const std::string& fen : test::suite_fens(static_cast<std::size_t>(effort(1, 15)))) {
        check_all_codes(must_parse(fen));
        if (HasFatalFailure()) return;
    }
}

TEST(Legality, AllCodesInCheck) {
    int visited = 0;
    test::random_games(32, effort(60, 15), 160, [&](Position& pos) {
        if (!pos.in_check() || testing::Test::HasFatalFailure()) return;
        if (++visited % effort(2, 15) == 0) check_all_codes(pos);
    });
    EXPECT_GT(visited, 100);
}

TEST(Legality, NoMoveAndNullMoveAreNeverLegal) {
    const Position pos = start_position();
    for (Move m : {Move::none(), Move::null()}) {
        EXPECT_FALSE(m.is_real());
        EXPECT_FALSE(pos.is_pseudo_legal(m));
        EXPECT_FALSE(pos.is_legal(m));
    }
}

struct LegalityCase {
    const char* fen;
    const char* move;
    bool legal;
    const char* why;
};

TEST(Legality, DelicateCases) {
    const LegalityCase cases[] = {
        {"8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", "e4d3", false, "both pawns leave the king's rank"},
        {"8/8/8/8/k2Pp3/8/8/4K2R b - d3 0 1", "e4d3", true, "nothing on the rank"},
        {"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", true, "takes the checking pawn"},
        {"7k/b7/8/2pP4/3K4/8/8/8 w - c6 0 1", "d5c6", false, "uncovers the bishop behind the captured pawn"},
        {"4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false, "opens the king's file"},
        {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true, "only the rook passes the attacked square"},
        {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", false, "the king passes an attacked square"},
        {"4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1", "e1a1", false, "in check"},
        {"4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "d1b1", false, "the castling rook was the king's shield"},
        {"4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", "d1b1", true, "no attacker behind the rook"},
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", true, "king and rook change places"},
        {"4k3/8/8/8/8/8/8/5KRN w G - 0 1", "f1g1", true, "the knight beyond is not in the way"},
        {"4k3/8/8/8/8/8/8/R1N1K3 w A - 0 1", "e1a1", false, "a knight stands on the king's target"},
    };
    for (const LegalityCase& c : cases)
        EXPECT_EQ(parse_uci_move(must_parse(c.fen), c.move).ok(), c.legal) << c.fen << ' ' << c.why;
}

}  // namespace
}  // namespace stillpoint
