#include "chess/fen.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "chess/notation.h"
#include "chess/perft.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/suites.h"

namespace stillpoint {
namespace {

using test::effort;
using test::must_parse;

bool names_its_field(const std::string& error) {
    if (error == "FEN: empty") return true;
    for (const char* field :
         {"board", "side to move", "castling", "en passant", "half-move clock", "move number", "fields"})
        if (error.starts_with("FEN " + std::string(field) + ": "))
            return error.size() > std::string(field).size() + 6;
    return false;
}

bool is_one_printable_line(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

TEST(Fen, RoundTripsInRandomGames) {
    test::random_games(61, effort(60, 6), 150, [](Position& pos) {
        for (FenStyle style : {FenStyle::Standard, FenStyle::Shredder}) {
            const std::string fen = to_fen(pos, style);
            const Position again = must_parse(fen);
            ASSERT_EQ(to_fen(again, style), fen);
            ASSERT_EQ(again.key(), pos.key()) << fen;
            ASSERT_EQ(again.halfmove_clock(), pos.halfmove_clock()) << fen;
            ASSERT_EQ(again.game_ply(), pos.game_ply()) << fen;
            ASSERT_EQ(again.en_passant(), pos.en_passant()) << fen;
            ASSERT_EQ(again.castling_rights(), pos.castling_rights()) << fen;
            for (Color c : {Color::White, Color::Black})
                for (CastlingSide side : {CastlingSide::King, CastlingSide::Queen})
                    if (pos.can_castle(c, side)) {
                        ASSERT_EQ(again.castling_setup().rook[c][side], pos.castling_setup().rook[c][side])
                            << fen;
                    }
        }
    });
}

TEST(Fen, BothStylesReadTheSamePosition) {
    test::random_games(62, effort(20, 2), 60, [](Position& pos) {
        ASSERT_EQ(must_parse(to_fen(pos, FenStyle::Standard)), must_parse(to_fen(pos, FenStyle::Shredder)));
    });
}

TEST(Fen, StartPosition) {
    const Position pos = start_position();
    EXPECT_EQ(to_fen(pos), kStartFen);
    EXPECT_EQ(to_fen(pos, FenStyle::Shredder), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    EXPECT_EQ(test::start_fen(518, 518), to_fen(pos, FenStyle::Shredder));
}

TEST(Fen, XFenNamesTheInnerRookByItsFile) {
    // Two rooks on the king's side: g1 has the right in the first, h1 in the second.
    const std::string inner = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1", outer = "4k3/8/8/8/8/8/8/4K1RR w K - 0 1";
    EXPECT_EQ(to_fen(must_parse(inner)), inner);
    EXPECT_EQ(to_fen(must_parse(outer)), outer);
    EXPECT_EQ(must_parse(inner).castling_setup().rook[Color::White][CastlingSide::King], Square::G1);
    EXPECT_EQ(must_parse(outer).castling_setup().rook[Color::White][CastlingSide::King], Square::H1);
    EXPECT_EQ(to_fen(must_parse("4k3/8/8/8/8/8/8/4K1RR w H - 0 1")), outer);
    EXPECT_EQ(to_fen(must_parse("rr2k3/8/8/8/8/8/8/4K3 b b - 0 1")), "rr2k3/8/8/8/8/8/8/4K3 b b - 0 1");
    // Q with the king on c1 and rooks on a1, b1, h1 means a1.
    EXPECT_EQ(must_parse("4k3/8/8/8/8/8/8/RRK4R w KQ - 0 1")
                  .castling_setup()
                  .rook[Color::White][CastlingSide::Queen],
              Square::A1);
}

TEST(Fen, MissingCountersAndExtraSpacesAreAccepted) {
    const std::string full = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    EXPECT_EQ(to_fen(must_parse("4k3/8/8/8/8/8/4P3/4K3 w - -")), full);
    EXPECT_EQ(to_fen(must_parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0")), full);
    EXPECT_EQ(to_fen(must_parse("  4k3/8/8/8/8/8/4P3/4K3   w\t-  - 0  1 ")), full);
    EXPECT_EQ(to_fen(must_parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 0")), full) << "move number 0 is common";
    EXPECT_EQ(to_fen(must_parse("4k3/8/8/8/8/8/4P3/4K3 b - - 12 34")), "4k3/8/8/8/8/8/4P3/4K3 b - - 12 34");
}

TEST(Fen, EnPassantSquaresWithoutACaptureAreDropped) {
    const struct {
        const char* fen;
        const char* square;
    } cases[] = {
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "d3"},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"},  // nothing can capture
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "-"},                            // wrong rank
        {"4k3/8/8/3pP3/8/8/8/4K3 w - f6 0 1", "-"},                            // no pawn has passed
        {"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", "-"},                            // wrong side
        {"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "-"},                          // it can't have come from d7
        {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "-"},                          // nor can it have passed d6
        {"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "-"},                            // illegal: opens the rank
        {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "-"},                          // illegal: opens the file
        {"4k3/8/8/3pP3/8/8/8/4K3 w - e2 0 1", "-"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - a1 0 1", "-"},
    };
    for (const auto& c : cases) {
        const Position pos = must_parse(c.fen);
        EXPECT_EQ(pos.en_passant() == Square::None ? "-" : to_string(pos.en_passant()), c.square) << c.fen;
    }
}

TEST(Fen, AMoveSetsEnPassantOnlyWhereACaptureIsLegal) {
    const struct {
        const char* fen;
        const char* move;
        const char* square;
    } cases[] = {
        {"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "d6"},
        {"4k3/1p6/8/4P3/8/8/8/4K3 b - - 0 1", "b7b5", "-"},
        {"4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1", "d7d5", "-"},
        {"4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "-"},
        {"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d6", "-"},
    };
    for (const auto& c : cases) {
        Position pos = must_parse(c.fen);
        pos.make(*parse_uci_move(pos, c.move));
        EXPECT_EQ(pos.en_passant() == Square::None ? "-" : to_string(pos.en_passant()), c.square) << c.fen;
    }
}

TEST(Fen, UnusualMaterialIsPlayable) {
    const Position nine_queens = must_parse("4k3/5pp1/8/1Q6/QQQ5/QQQ5/QQ6/4K3 b - - 0 1");
    EXPECT_EQ(count(nine_queens.pieces(Color::White, PieceType::Queen)), 9);
    const Position pieces_only = must_parse("rnbqkbnr/nnnnnnnn/8/8/8/8/BBBBBBBB/RNBQKBNR w KQkq - 0 1");
    EXPECT_EQ(count(pieces_only.pieces(Color::Black, PieceType::Knight)), 10);
    EXPECT_EQ(count(pieces_only.pieces(Color::White, PieceType::Bishop)), 10);
    EXPECT_TRUE(must_parse("8/8/8/8/8/8/8/K1k5 w - - 0 1").has_insufficient_material());
}

TEST(Fen, ErrorsNameTheirField) {
    const struct {
        const char* fen;
        const char* start;
    } cases[] = {
        {"", "FEN: empty"},
        {"   ", "FEN: empty"},
        {"blah", "FEN board: unknown piece 'l'"},
        {"8/8/8/8 w - - 0 1", "FEN board: fewer than eight ranks"},
        {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "FEN board: more than eight ranks"},
        {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "FEN board: rank 8 "},
        {"4k3/7/8/8/8/8/8/4K3 w - - 0 1", "FEN board: rank 7 "},
        {"4k3/44/8/8/8/8/8/4K3 w - - 0 1", "FEN board: rank 7 "},
        {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "FEN board: rank 1 "},
        {"4k3/9/8/8/8/8/8/4K3 w - - 0 1", "FEN board: unknown piece '9'"},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", "FEN board: White has no king"},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "FEN board: Black has no king"},
        {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "FEN board: White has more than one king"},
        {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "FEN board: pawn on"},
        {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "FEN board: pawn on"},
        {"4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "FEN board: the side not to move is in check"},
        {"4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", "FEN board: more than sixteen"},
        {"4k3/8/8/8/8/QQQQQQQ1/PPPPPPPP/RNBQKBNR w - - 0 1", "FEN board: more than sixteen"},
        {"4k3/8/8/8/8/8/8/4K3", "FEN side to move: missing"},
        {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "FEN side to move: "},
        {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "FEN side to move: "},
        {"4k3/8/8/8/8/8/8/4K2R w X - 0 1", "FEN castling: unknown letter 'X'"},
        {"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "FEN castling: right 'Q'"},
        {"4k3/8/8/8/8/8/8/4K2R w G - 0 1", "FEN castling: right 'G'"},
        {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "FEN castling: right 'K'"},
        {"4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "FEN castling: the same right twice"},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "FEN en passant: "},
        {"4k3/8/8/8/8/8/8/4K3 w - e 0 1", "FEN en passant: "},
        {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "FEN half-move clock: "},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "FEN half-move clock: "},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1x", "FEN move number: "},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999", "FEN move number: "},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "FEN fields: more than six"},
    };
    for (const auto& c : cases) {
        const Result<Position> pos = parse_fen(c.fen);
        ASSERT_FALSE(pos.ok()) << c.fen;
        EXPECT_TRUE(pos.error().starts_with(c.start)) << c.fen << ": " << pos.error();
        EXPECT_TRUE(names_its_field(pos.error())) << pos.error();
    }
}

TEST(Fen, WhatHasOneMeaningCanBeRepaired) {
    const struct {
        const char* fen;
        const char* repaired;
        std::size_t repairs;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3},
        {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "4k3/8/8/8/8/8/4K3/7R w - - 0 1", 1},
        {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1},
        // Wrong rank, no pawn in front, a square taken, no square at all.
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", 1},
        {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1", 1},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1},
        // Possible, though nobody can capture: ordinary FENs have it.
        {"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", 0},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 0},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - 5000 1", "4k3/8/8/8/8/8/8/4K3 w - - 1000 1", 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 -7", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 99999999999999999999",
         "4k3/8/8/8/8/8/8/4K3 w - - 1000 100000", 2},
    };
    for (const auto& c : cases) {
        std::vector<std::string> repairs;
        const Result<Position> pos = parse_fen(c.fen, &repairs);
        ASSERT_TRUE(pos.ok()) << c.fen << ": " << pos.error();
        EXPECT_EQ(to_fen(*pos), c.repaired) << c.fen;
        EXPECT_EQ(repairs.size(), c.repairs) << c.fen;
        for (const std::string& repair : repairs) {
            EXPECT_TRUE(names_its_field(repair)) << repair;
            EXPECT_TRUE(is_one_printable_line(repair)) << repair;
        }
    }
    // What has no obvious meaning stays an error.
    for (const char* fen : {"4k3/8/8/8/8/8/8/4K2R w X - 0 1", "4k3/8/8/8/8/8/8/4K3 w - e 0 1",
                            "4k3/8/8/8/8/8/8/4K3 w - - x 1", "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"}) {
        std::vector<std::string> repairs;
        EXPECT_FALSE(parse_fen(fen, &repairs).ok()) << fen;
    }
}

TEST(Fen, ErrorsStayOnePrintableLine) {
    for (const char* fen :
         {"\n\x01\xff", "4k3/8/8/8/8/8/8/4K3 \xff\n\t- - 0 1", "4k3/8/8/8/8/8/8/4K3 w \xc2\xb7 - 0 1"}) {
        const Result<Position> pos = parse_fen(fen);
        ASSERT_FALSE(pos.ok());
        EXPECT_TRUE(is_one_printable_line(pos.error())) << pos.error();
    }
}

TEST(Fen, RandomBytesNeverCrash) {
    Rng rng(63);
    const std::string seeds[] = {std::string(kStartFen), "1r1rk1r1/8/8/8/8/8/8/1R1RK1R1 w GDgd - 0 1",
                                 "4k3/8/8/3pP3/8/8/8/4K3 w - d6 12 345", test::start_fen(3, 700)};
    constexpr std::string_view kBytes = "/12345678pnbrqkPNBRQKwb-KQkqABCDEFGHabcdefgh 0\t\xff\0x9";
    int accepted = 0, rejected = 0;
    for (int i = 0; i < effort(300'000, 20'000); ++i) {
        std::string fen = seeds[rng.below(4)];
        for (std::uint32_t changes = rng.below(4) + 1; changes > 0; --changes) {
            const std::size_t at = rng.below(static_cast<std::uint32_t>(fen.size()));
            const char byte = rng.below(8) == 0
                                  ? static_cast<char>(rng.below(256))
                                  : kBytes[rng.below(static_cast<std::uint32_t>(kBytes.size()))];
            switch (rng.below(4)) {
                case 0: fen.insert(at, 1, byte); break;
                case 1: fen.erase(at, 1 + rng.below(3)); break;
                case 2: fen[at] = byte; break;
                default: std::swap(fen[at], fen[rng.below(static_cast<std::uint32_t>(fen.size()))]); break;
            }
            if (fen.empty()) fen = " ";
        }
        const Result<Position> pos = parse_fen(fen);
        if (!pos) {
            ++rejected;
            ASSERT_TRUE(names_its_field(pos.error())) << fen << ": " << pos.error();
            ASSERT_TRUE(is_one_printable_line(pos.error()));
            continue;
        }
        ++accepted;
        ASSERT_EQ(must_parse(to_fen(*pos)), *pos) << fen;
    }
    EXPECT_GT(accepted, effort(1000, 100));
    EXPECT_GT(rejected, 1000);
}

// Positions that made trouble elsewhere, where they lie beside the checkout.
class SharedFens : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(SharedFens, AreReadOrRefusedAsTheyAreLabelled) {
    // Called invalid there; here the impossible en-passant square is dropped, as fen.h promises.
    const std::set<std::string> sanitised = {"r1bqkbnr/2pppppp/n7/1p6/8/4P3/PPPP1PPP/RNBQK1NR b KQkq b6 0 4",
                                             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e2 0 1"};
    // Called odd there; rejected here, because Black's castling rights have no rooks.
    const std::set<std::string> rejected = {"rnbnkbnn/bbbbnnnn/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"};
    int checked = 0;
    std::size_t exceptions = 0;
    for (const std::string& line : test::read_lines(GetParam())) {
        const std::vector<std::string> columns = test::split(line, '\t');
        const std::string &label = columns[0], &fen = columns[1];
        if (label == "label") continue;
        ++checked;
        exceptions += sanitised.contains(fen) + rejected.contains(fen);
        Result<Position> pos = parse_fen(fen);
        const std::string message = pos ? "accepted" : pos.error();
        if (label == "valid" || label == "odd" || label == "sanitise") {
            EXPECT_EQ(pos.ok(), !rejected.contains(fen)) << line << ": " << message;
        } else if (label == "invalid") {
            EXPECT_EQ(pos.ok(), sanitised.contains(fen)) << line << ": " << message;
        } else {
            EXPECT_EQ(label, "crash-report") << line;
        }
        if (pos) {
            EXPECT_EQ(must_parse(to_fen(*pos)), *pos) << line;
            const Position before = *pos;
            perft(*pos, 2);
            EXPECT_EQ(*pos, before) << line;
        } else {
            EXPECT_TRUE(names_its_field(pos.error())) << line << ": " << message;
        }
    }
    EXPECT_GT(checked, 50);
    EXPECT_EQ(exceptions, sanitised.size() + rejected.size()) << "an exception is no longer in the suite";
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SharedFens);
INSTANTIATE_TEST_SUITE_P(Extra, SharedFens,
                         testing::ValuesIn(test::extra_suites({"fens_labelled_part.tsv"})));

}  // namespace
}  // namespace stillpoint
