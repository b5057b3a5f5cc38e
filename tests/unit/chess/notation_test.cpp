#include "chess/notation.h"

#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"

namespace stillpoint {
namespace {

using test::effort;
using test::must_parse;

constexpr auto kTwoSquares = CastlingNotation::KingTwoSquares;
constexpr auto kTakesRook = CastlingNotation::KingTakesRook;

TEST(Squares, RoundTrip) {
    for (int s = 0; s < kSquares; ++s)
        EXPECT_EQ(parse_square(to_string(static_cast<Square>(s))), static_cast<Square>(s));
    for (const char* text : {"", "e", "e9", "e0", "i1", "E4", "e44", "4e", "\xff\xff"})
        EXPECT_EQ(parse_square(text), std::nullopt) << text;
}

TEST(Uci, RoundTripsInRandomGames) {
    test::random_games(81, effort(30, 4), 120, [](Position& pos) {
        std::set<std::string> texts;
        const MoveList moves = test::legal_moves(pos);
        for (Move m : moves) {
            const std::string text = to_uci(m, kTakesRook);
            texts.insert(text);
            const Result<Move> read = parse_uci_move(pos, text);
            ASSERT_TRUE(read.ok()) << to_fen(pos) << ' ' << text;
            ASSERT_EQ(*read, m) << to_fen(pos) << ' ' << text;
        }
        ASSERT_EQ(texts.size(), moves.size());
    });
}

TEST(Uci, BothCastlingFormsInOrdinaryChess) {
    Rng rng(82);
    int castlings = 0;
    for (int game = 0; game < effort(60, 20); ++game)
        test::random_game(rng, test::Variant::Standard, 120, [&](Position& pos) {
            for (Move m : test::legal_moves(pos)) {
                castlings += m.type() == MoveType::Castling;
                const Result<Move> read = parse_uci_move(pos, to_uci(m, kTwoSquares));
                ASSERT_TRUE(read.ok()) << to_fen(pos) << ' ' << to_uci(m, kTwoSquares);
                ASSERT_EQ(*read, m);
            }
        });
    EXPECT_GT(castlings, 10);
    const Position pos = must_parse("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    EXPECT_EQ(to_uci(*parse_uci_move(pos, "e8c8"), kTakesRook), "e8a8");
    EXPECT_EQ(to_uci(*parse_uci_move(pos, "e8h8"), kTwoSquares), "e8g8");
}

TEST(Uci, AStepOfTheKingIsNotCastling) {
    // King on f1: f1g1 is a step, f1h1 castles. King on b1: b1c1 steps, b1a1 castles.
    const Position king_side = must_parse("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    EXPECT_EQ(parse_uci_move(king_side, "f1g1")->type(), MoveType::Normal);
    EXPECT_EQ(parse_uci_move(king_side, "f1h1")->type(), MoveType::Castling);
    const Position queen_side = must_parse("4k3/8/8/8/8/8/8/RK6 w A - 0 1");
    EXPECT_EQ(parse_uci_move(queen_side, "b1c1")->type(), MoveType::Normal);
    EXPECT_EQ(parse_uci_move(queen_side, "b1a1")->type(), MoveType::Castling);
}

TEST(Uci, SpecialMoves) {
    EXPECT_EQ(to_uci(Move::none(), kTwoSquares), "(none)");
    EXPECT_EQ(to_uci(Move::null(), kTwoSquares), "0000");
    EXPECT_EQ(to_uci(Move::promotion(Square::A7, Square::B8, PieceType::Knight), kTwoSquares), "a7b8n");
    const Position pos = must_parse("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(parse_uci_move(pos, "a7b8Q")->promotion_piece(), PieceType::Queen)
        << "upper case is understood";
}

TEST(Uci, Errors) {
    const Position pos = must_parse("1n2k3/P7/8/8/8/8/4P3/4K3 w - - 0 1");
    for (const char* text :
         {"", "e2", "e2e", "e2e9", "z2e4", "e2e4qq", "e2e4x", "E2E4", "0000", "\xff\xff\xff\xff"}) {
        const Result<Move> m = parse_uci_move(pos, text);
        ASSERT_FALSE(m.ok()) << text;
        EXPECT_NE(m.error().find("is not a move"), std::string::npos) << m.error();
    }
    for (const char* text :
         {"e2e5", "e2e4q", "a7a8", "a7a8k", "a7a8p", "e1g1", "b8c6", "e1e1", "a1a1", "e3e4"}) {
        const Result<Move> m = parse_uci_move(pos, text);
        ASSERT_FALSE(m.ok()) << text;
        EXPECT_NE(m.error().find("is not a legal move here"), std::string::npos) << m.error();
        EXPECT_NE(m.error().find(text), std::string::npos) << m.error();
    }
}

TEST(San, RoundTripsInRandomGames) {
    test::random_games(83, effort(20, 2), 120, [](Position& pos) {
        std::set<std::string> texts;
        const MoveList moves = test::legal_moves(pos);
        for (Move m : moves) {
            const std::string san = to_san(pos, m);
            texts.insert(san);
            const Result<Move> read = parse_san(pos, san);
            ASSERT_TRUE(read.ok()) << to_fen(pos) << ' ' << read.error();
            ASSERT_EQ(*read, m) << to_fen(pos) << ' ' << san;
            // Too much disambiguation is never wrong.
            if (m.type() == MoveType::Castling) continue;
            const PieceType type = type_of(pos.moved_piece(m));
            std::string full = to_string(m.from()) + to_string(m.to());
            if (type != PieceType::Pawn) full.insert(0, 1, "PNBRQK"[index(type)]);
            if (m.type() == MoveType::Promotion) full += "PNBRQK"[index(m.promotion_piece())];
            const Result<Move> again = parse_san(pos, full);
            ASSERT_TRUE(again.ok()) << to_fen(pos) << ' ' << full << ' ' << again.error();
            ASSERT_EQ(*again, m) << to_fen(pos) << ' ' << full;
        }
        ASSERT_EQ(texts.size(), moves.size()) << "two moves with one name in " << to_fen(pos);
    });
}

TEST(San, MarksAgreeWithTheBoard) {
    int mates = 0, checks = 0;
    test::random_games(84, effort(100, 10), 200, [&](Position& pos) {
        for (Move m : test::legal_moves(pos)) {
            if (!pos.gives_check(m)) continue;
            const std::string san = to_san(pos, m);
            pos.make(m);
            const bool mate = !pos.has_legal_move();
            pos.undo();
            ASSERT_EQ(san.back(), mate ? '#' : '+') << to_fen(pos) << ' ' << san;
            (mate ? mates : checks)++;
        }
    });
    EXPECT_GT(mates, 0);
    EXPECT_GT(checks, 100);
}

struct SanCase {
    const char* fen;
    const char* uci;
    const char* san;
};

TEST(San, IsWrittenAsShortAsPossible) {
    const SanCase cases[] = {
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e4"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "O-O"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "O-O-O"},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"},
        {"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"},
        {"4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1a3", "N1a3"},
        {"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
        {"4k3/8/8/8/8/8/4r3/1N2KN2 w - - 0 1", "e1e2", "Kxe2"},
        // The knight on f1 is pinned: no disambiguation needed.
        {"4k3/8/8/8/8/8/8/1N3NKr w - - 0 1", "g1h1", "Kxh1"},
        {"4k3/8/8/8/8/8/8/1N1K1N1r w - - 0 1", "b1d2", "Nd2"},
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
    };
    for (const SanCase& c : cases) {
        const Position pos = must_parse(c.fen);
        const Result<Move> m = parse_uci_move(pos, c.uci);
        ASSERT_TRUE(m.ok()) << c.fen << ' ' << c.uci;
        EXPECT_EQ(to_san(pos, *m), c.san) << c.fen;
    }
}

TEST(San, IsReadAsPeopleWriteIt) {
    const SanCase cases[] = {
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "0-0"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "0-0-0"},
        {"5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "O-O+!"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6e.p."},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6ep"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "ed6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e:d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5xd6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "d6"},
        {"8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6+e.p."},
        {"8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6e.p.+"},
        {"8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6ep+!?"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8Q"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8b", "a8=B!?"},
        {"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", "Rd5"},
        {"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", "Rd1xd5??"},
        {"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", "Rd1-d5"},
        {"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", "R1d5"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "Pe2-e4"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e2e4"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e4+"},
    };
    for (const SanCase& c : cases) {
        const Position pos = must_parse(c.fen);
        const Result<Move> m = parse_san(pos, c.san);
        ASSERT_TRUE(m.ok()) << c.fen << ' ' << m.error();
        EXPECT_EQ(to_uci(*m, kTakesRook), c.uci) << c.fen << ' ' << c.san;
    }
}

TEST(San, ErrorsTellUnreadableIllegalAndAmbiguousApart) {
    const Position pos = must_parse("4k3/P7/8/8/8/8/4P3/1N2KN1R w - - 0 1");
    const struct {
        const char* text;
        const char* reason;
    } cases[] = {
        {"", "is not a move"},        {"+", "is not a move"},        {"e.p.", "is not a move"},
        {"e9", "is not a move"},      {"Xe4", "is not a move"},      {"N", "is not a move"},
        {"hello", "is not a move"},   {"a8=K", "is not a move"},     {"e2e3e4", "is not a move"},
        {"O-O-O-O", "is not a move"}, {"\xff\xfe", "is not a move"}, {"e5", "is not legal here"},
        {"Qd4", "is not legal here"}, {"O-O", "is not legal here"},  {"0-0-0", "is not legal here"},
        {"a8", "is not legal here"},  {"e4=Q", "is not legal here"}, {"Nf1=Q", "is not legal here"},
        {"Nd2", "is ambiguous"},      {"N1d2", "is ambiguous"},
    };
    for (const auto& c : cases) {
        const Result<Move> m = parse_san(pos, c.text);
        ASSERT_FALSE(m.ok()) << c.text;
        EXPECT_NE(m.error().find(c.reason), std::string::npos) << m.error();
    }
}

TEST(San, LinesHaveMoveNumbers) {
    Position pos = start_position();
    std::vector<Move> moves;
    for (const char* text : {"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"}) {
        moves.push_back(*parse_uci_move(pos, text));
        pos.make(moves.back());
    }
    const Position start = start_position();
    const Move* begin = moves.data();
    EXPECT_EQ(to_san_line(start, begin, begin + moves.size()), "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O");
    EXPECT_EQ(to_san_line(start, begin, begin), "");

    const Position black = must_parse("4k3/8/8/8/8/8/8/4K2R b K - 3 12");
    const Move line[] = {Move(Square::E8, Square::E7), Move(Square::E1, Square::H1, MoveType::Castling),
                         Move(Square::E7, Square::E6)};
    EXPECT_EQ(to_san_line(black, std::begin(line), std::end(line)), "12... Ke7 13. O-O Ke6");

    const Move broken[] = {Move(Square::E8, Square::E7), Move(Square::E1, Square::E7),
                           Move(Square::E7, Square::E6)};
    EXPECT_EQ(to_san_line(black, std::begin(broken), std::end(broken)), "12... Ke7")
        << "stops where it is illegal";
}

}  // namespace
}  // namespace stillpoint
