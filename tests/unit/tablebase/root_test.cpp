#include "tablebase/root.h"

#include <algorithm>
#include <cstdlib>

#include "chess/notation.h"
#include "tablebase/root_rank.h"
#include "tests/unit/tablebase/with_tables.h"

namespace stillpoint::tablebase {
namespace {

using TablebaseProbe = WithTables;
using TablebaseRoot = WithTables;

// A fresh clock, so that the position can be probed.
Wdl table_value(const Position& pos) {
    const auto wdl = probe_wdl(with_clock(pos, 0));
    EXPECT_TRUE(wdl) << to_fen(pos);
    return *wdl;
}

Wdl value_by_moves(const Position& pos) {
    const auto moves = legal_moves(pos);
    if (moves.empty()) return pos.in_check() ? Wdl::Loss : Wdl::Draw;
    Wdl best = Wdl::Loss;
    for (Move m : moves) best = std::max(best, -table_value(after(pos, m)));
    return best;
}

TEST_F(TablebaseProbe, KnownPositions) {
    const std::pair<const char*, Wdl> known[] = {
        {"8/8/8/3k4/8/8/8/R3K3 w - - 0 1", Wdl::Win},   {"8/8/8/3k4/8/8/8/R3K3 b - - 0 1", Wdl::Loss},
        {"8/8/8/8/8/8/2k5/K7 w - - 0 1", Wdl::Draw},     // two kings
        {"8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", Wdl::Draw},  // the defender has the opposition after Ke3/Kc3
        {"8/8/3k4/8/3K4/8/3P4/8 b - - 0 1", Wdl::Loss},  // and here the attacker has it
        {"7k/8/8/8/8/8/7P/7K w - - 0 1", Wdl::Draw},     // rook's pawn, king in the corner
        {"8/8/8/8/1k6/8/8/K1BN4 w - - 0 1", Wdl::Win},   // bishop and knight
        {"8/8/8/8/1k6/8/8/K1NN4 w - - 0 1", Wdl::Draw},  // two knights
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", Wdl::Win},
    };
    for (const auto& [fen, wdl] : known) EXPECT_EQ(probe_wdl(position(fen)), wdl) << fen;
}

TEST_F(TablebaseProbe, NotWithCastlingRightsClockOrTooManyPieces) {
    EXPECT_TRUE(probe_wdl(position("4k3/8/8/8/8/8/8/4K2R w - - 0 1")));
    const Position castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    ASSERT_NE(castling.castling_rights(), 0);
    EXPECT_FALSE(probe_wdl(castling));
    EXPECT_FALSE(is_in_reach(castling));
    EXPECT_FALSE(rank_root_moves(castling, {}));
    EXPECT_TRUE(winning_line(castling, {}).empty());
    EXPECT_EQ(probe(castling).error(), "tablebases don't know castling rights");

    EXPECT_FALSE(probe_wdl(position("4k3/8/8/8/8/8/8/4K2R w - - 1 1")));
    EXPECT_TRUE(rank_root_moves(position("4k3/8/8/8/8/8/8/4K2R w - - 1 1"), {}));

    EXPECT_FALSE(probe_wdl(position("4k3/8/8/8/8/8/8/3QKBRN w - - 0 1")));
    EXPECT_EQ(probe(start_position()).error(), "tablebases don't know castling rights");
    EXPECT_EQ(probe(position("4k3/8/8/8/8/8/8/3QKBRN w - - 0 1")).error(),
              "6 pieces; the largest table has 4");
}

// The tables agree with the rules of this engine: a position is worth what its best move leads to.
TEST_F(TablebaseProbe, EveryValueFollowsFromTheNextOnes) {
    Rng rng(11);
    for (const Material& m : test_materials())
        for (int i = 0; i < 150; ++i) {
            const Position pos = random_position(m, rng);
            ASSERT_EQ(table_value(pos), value_by_moves(pos)) << to_fen(pos);
        }
}

TEST_F(TablebaseProbe, EnPassantIsKnown) {
    Rng rng(12);
    int tried = 0;
    const Material material = *parse_material("KPvKP");
    while (tried < 300) {
        const Position pos = random_position(material, rng);
        for (Move m : legal_moves(pos)) {
            const Position next = after(pos, m);
            if (next.en_passant() == Square::None) continue;
            ++tried;
            ASSERT_EQ(table_value(next), value_by_moves(next)) << to_fen(next);
            const auto ranking = rank_root_moves(next, {});
            ASSERT_TRUE(ranking);
            ASSERT_EQ(ranking->best().wdl, value_by_moves(next)) << to_fen(next);
        }
    }
}

// The choices at the root, clock at zero: (1) every legal move is there once, with the value of the position
// behind it; (2) the highest rank holds exactly the moves that keep the position's value (for a win: all of
// them, since none can be too slow with four pieces); (3) best first.
TEST_F(TablebaseRoot, RanksKeepTheValue) {
    Rng rng(13);
    for (const Material& m : test_materials())
        for (int i = 0; i < 60; ++i) {
            const Position pos = random_position(m, rng);
            const auto moves = legal_moves(pos);
            const auto ranking = rank_root_moves(pos, {});
            ASSERT_EQ(ranking.has_value(), !moves.empty()) << to_fen(pos);
            if (!ranking) continue;
            ASSERT_EQ(ranking->by, RankedBy::Dtz);
            ASSERT_EQ(ranking->moves.size(), moves.size());
            const Wdl value = table_value(pos);
            ASSERT_EQ(ranking->best().wdl, value) << to_fen(pos);
            bool mates = false;
            for (const RankedMove& r : ranking->moves) {
                ASSERT_EQ(std::ranges::count(ranking->moves, r.move, &RankedMove::move), 1);
                ASSERT_EQ(std::ranges::count(moves, r.move), 1);
                const Position next = after(pos, r.move);
                const Wdl next_value = -table_value(next);
                ASSERT_EQ(r.wdl, next_value) << to_fen(pos) << " " << to_san(pos, r.move);
                ASSERT_EQ(r.outcome, outcome(next_value, true));
                ASSERT_EQ((r.dtz > 0) - (r.dtz < 0), static_cast<int>(r.outcome));
                ASSERT_EQ(r.zeroing, next.halfmove_clock() == 0);
                const bool mate = next.in_check() && !next.has_legal_move();
                ASSERT_EQ(r.rank > kWinRank, mate);
                mates = mates || mate;
            }
            for (const RankedMove& r : ranking->moves) {
                const bool highest = r.rank == ranking->best().rank;
                if (mates) {
                    ASSERT_EQ(highest, r.rank > kWinRank);
                } else if (value != Wdl::Loss) {
                    ASSERT_EQ(highest, r.wdl == value) << to_fen(pos) << " " << to_san(pos, r.move);
                }
            }
            ASSERT_TRUE(std::ranges::is_sorted(ranking->moves, std::ranges::greater(), &RankedMove::rank));
        }
}

// Where progress is due (a position has repeated): the best move is a mate, a capture or pawn move, or
// whatever the opponent replies, unless that is itself a capture or pawn move, the distance has fallen by two
// or more; by one or more if it was 3 or 2. (Tables that count in whole moves may give one too little; 1 and
// 2 can be exact because they come from a look at the next captures and pawn moves. So 4 given as 3 becomes
// 2, and 3 given as 2 becomes 1.)
TEST_F(TablebaseRoot, ProgressWhereItIsDue) {
    Rng rng(14);
    const RootOptions repeated{.use_rule50 = true, .has_repeated = true};
    int won = 0;
    for (const Material& m : test_materials())
        for (int i = 0; i < 100; ++i) {
            const Position pos = random_position(m, rng);
            const auto ranking = rank_root_moves(pos, repeated);
            if (!ranking || ranking->best().outcome != Outcome::Win) continue;
            ++won;
            const RankedMove& best = ranking->best();
            for (const RankedMove& r : ranking->moves)
                if (r.outcome == Outcome::Win) {
                    ASSERT_GE(r.dtz, best.dtz) << to_fen(pos);
                }
            if (best.zeroing || best.rank > kWinRank) {
                ASSERT_EQ(best.dtz, 1) << to_fen(pos);
                continue;
            }
            const Position next = after(pos, best.move);
            for (Move reply : legal_moves(next)) {
                const Position then = after(next, reply);
                const auto again = rank_root_moves(then, repeated);
                ASSERT_TRUE(again);
                ASSERT_EQ(again->best().outcome, Outcome::Win);
                if (then.halfmove_clock() > 0) {
                    ASSERT_LE(again->best().dtz, best.dtz - (best.dtz <= 3 ? 1 : 2)) << to_fen(pos);
                }
            }
        }
    EXPECT_GT(won, 500);
}

TEST_F(TablebaseRoot, TheClockTurnsWinsIntoDraws) {
    // Mate in 13 moves at best, so 25 half-moves: in time at 75, too late at 76.
    const std::string board = "8/8/8/3k4/8/8/8/R3K3 w - - ";
    const auto fresh = rank_root_moves(position(board + "0 60"), {});
    ASSERT_TRUE(fresh);
    const int dtz = fresh->best().dtz;
    ASSERT_GT(dtz, 10);
    for (int clock = 0; clock <= 120; ++clock) {
        const Position pos = position(board + std::to_string(clock) + " 90");
        const auto ranking = rank_root_moves(pos, {});
        ASSERT_TRUE(ranking);
        EXPECT_EQ(ranking->best().wdl, dtz + clock <= 100 ? Wdl::Win : Wdl::CursedWin) << clock;
        EXPECT_EQ(ranking->best().outcome, dtz + clock <= 100 ? Outcome::Win : Outcome::Draw) << clock;
        // Every move of highest rank is fast enough, if any is.
        for (const RankedMove& r : ranking->moves)
            if (dtz + clock <= 99 && r.rank == ranking->best().rank) {
                EXPECT_LE(r.dtz + clock, 99);
            }
        if (dtz + clock > 99) {
            EXPECT_EQ(ranking->best().dtz, dtz);
        }
        const auto without = rank_root_moves(pos, {.use_rule50 = false});
        ASSERT_TRUE(without);
        EXPECT_EQ(without->best().outcome, Outcome::Win) << clock;
    }
}

TEST_F(TablebaseRoot, AWinnerDoesNotRepeatAndALoserDoes) {
    Position pos = position("7k/8/8/8/8/8/8/KR6 w - - 0 1");
    const auto play = [&](const char* move) {
        const auto m = parse_uci_move(pos, move);
        ASSERT_TRUE(m) << move;
        pos.make(*m);
    };
    for (const char* move : {"b1b2", "h8g8", "b2b1", "g8h8", "b1b2", "h8g8", "b2b1"}) play(move);
    // Black to move: stepping back to h8 makes the starting position stand there for the third time.
    const auto black = rank_root_moves(pos, {});
    ASSERT_TRUE(black);
    EXPECT_EQ(to_san(pos, black->best().move), "Kh8");
    EXPECT_EQ(black->best().outcome, Outcome::Draw);
    EXPECT_EQ(black->moves[1].outcome, Outcome::Loss);

    // One move earlier, White to move: b2b1 would allow that repetition, so anything else is better.
    pos.undo();
    const auto white = rank_root_moves(pos, {});
    ASSERT_TRUE(white);
    EXPECT_EQ(white->best().outcome, Outcome::Win);
    EXPECT_GT(pos.times_seen_before(), 0);
    EXPECT_NE(to_uci(white->best().move, CastlingNotation::KingTwoSquares), "b2b1");
    EXPECT_EQ(std::ranges::count(white->moves, white->best().rank, &RankedMove::rank) <
                  std::ranges::count(white->moves, Outcome::Win, &RankedMove::outcome),
              true);
}

TEST_F(TablebaseRoot, Reports) {
    const auto won = probe(position("8/8/8/8/8/2k5/4q3/K7 b - - 0 1"));
    ASSERT_TRUE(won);
    EXPECT_EQ(won->wdl, Wdl::Win);
    ASSERT_TRUE(won->ranking.moves.size() > 1);
    EXPECT_EQ(won->dtz, won->ranking.best().dtz);

    const auto mated = probe(position("8/8/8/8/8/1k6/1q6/K7 w - - 0 1"));
    ASSERT_TRUE(mated);
    EXPECT_EQ(mated->wdl, Wdl::Loss);
    EXPECT_EQ(mated->dtz, 0);
    EXPECT_TRUE(mated->ranking.moves.empty());

    const auto stalemate = probe(position("8/8/8/8/8/1q6/8/K1k5 w - - 0 1"));
    ASSERT_TRUE(stalemate);
    EXPECT_EQ(stalemate->wdl, Wdl::Draw);

    // With a high clock the table's result is unchanged, but the ranking takes the clock into account.
    const auto late = probe(position("8/8/8/3k4/8/8/8/R3K3 w - - 90 90"));
    ASSERT_TRUE(late);
    EXPECT_EQ(late->wdl, Wdl::Win);
    EXPECT_EQ(late->ranking.best().wdl, Wdl::CursedWin);
}

}  // namespace
}  // namespace stillpoint::tablebase
