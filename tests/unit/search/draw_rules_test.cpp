// Draws inside the search: what the rules of chess say must reach the scores.
#include <string>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/searching.h"
#include "tests/unit/support/worker_access.h"

namespace stillpoint {
namespace {

using test::effort;
using test::Found;
using test::must_parse;
using test::Searcher;

// A drawn score may be off by one, so that draws by different paths can be told apart.
void expect_draw(const Found& found, const std::string& where) {
    EXPECT_LE(found.score, 1) << where << ": " << found.move_text();
    EXPECT_GE(found.score, -1) << where << ": " << found.move_text();
}

TEST(DrawsInSearch, PerpetualCheckSavesTheWeakerSide) {
    // Two rooks down and about to be mated.
    const Position pos = must_parse("6k1/6p1/8/7Q/8/8/rr5P/7K w - - 0 1");
    Searcher searcher;
    const Found found = searcher.search(pos, test::depth_limit(effort(12, 9)));
    expect_draw(found, "perpetual");
    EXPECT_EQ(found.move_text(), "h5e8");
}

TEST(DrawsInSearch, AThirdOccurrenceIsADrawAtOnce) {
    // Black is lost, but Kh8 brings about for the third time what the game has seen twice.
    const Position start = must_parse("7k/8/8/8/8/1Q6/8/K7 w - - 0 1");
    const Position pos = test::play(start, {"b3c3", "h8g8", "c3b3", "g8h8", "b3c3", "h8g8", "c3b3"});
    Searcher searcher;
    const Found found = searcher.search(pos, test::depth_limit(effort(9, 6)));
    expect_draw(found, "third occurrence");
    EXPECT_EQ(found.move_text(), "g8h8");
    // The same board without its history is lost.
    Position fresh = pos;
    fresh.forget_history();
    searcher.new_game();
    EXPECT_LT(searcher.search(fresh, test::depth_limit(effort(9, 6))).score, -300);
}

TEST(DrawsInSearch, TheWinningSideAvoidsTheThirdOccurrence) {
    const Position start = must_parse("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1");
    const Position pos = test::play(start, {"b2b3", "d5d4", "b3b2", "d4d5", "b2b3", "d5d4", "b3b2", "d4d5"});
    // b2b3 would repeat once more, and Black may then claim.
    Searcher searcher;
    const Found found = searcher.search(pos, test::depth_limit(effort(9, 6)));
    EXPECT_NE(found.move_text(), "b2b3");
    EXPECT_GT(found.score, 300);
}

TEST(DrawsInSearch, NothingIsWonWhenTheFiftyMovesRunOut) {
    Searcher searcher;
    const Position fresh = must_parse("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1");
    EXPECT_GT(searcher.search(fresh, test::depth_limit(8)).score, 500);
    // The table is full of wins now; none of them is true here.
    for (const char* fen : {"8/8/8/3k4/8/8/1Q6/K7 w - - 99 90", "8/8/8/3k4/8/8/1Q6/K7 w - - 98 90",
                            "8/8/8/3k4/8/8/1Q6/K7 w - - 97 90", "8/8/8/3k4/8/8/1Q6/K7 b - - 99 90"})
        expect_draw(searcher.search(must_parse(fen), test::depth_limit(8)), fen);
}

TEST(DrawsInSearch, ACaptureOrPawnMoveSavesTheWin) {
    Searcher searcher;
    // The queen is far ahead; only the pawn move keeps the game going.
    const Position pos = must_parse("8/8/8/3k4/8/7P/1Q6/K7 w - - 99 90");
    const Found found = searcher.search(pos, test::depth_limit(6));
    EXPECT_EQ(found.move_text(), "h3h4");
    EXPECT_GT(found.score, 500);
}

TEST(DrawsInSearch, MateOnTheHundredthHalfMoveCounts) {
    Searcher searcher;
    const Found found = searcher.search(must_parse("7k/5K2/8/6Q1/8/8/8/8 w - - 99 90"), test::depth_limit(6));
    EXPECT_EQ(found.score, mate_in(1));
}

// A mate that comes one half-move too late is none, whatever the table learned with a younger clock.
TEST(DrawsInSearch, AMateAfterTheHundredthHalfMoveDoesNot) {
    const std::string quiet_mate = "7k/8/4K3/8/8/8/8/6Q1 w - - ";  // in two, without captures
    Searcher searcher;
    const Found young = searcher.search(must_parse(quiet_mate + "0 1"), test::depth_limit(8));
    ASSERT_EQ(young.score, mate_in(3)) << "the test's position";
    const Found in_time = searcher.search(must_parse(quiet_mate + "97 90"), test::depth_limit(8));
    EXPECT_EQ(in_time.score, mate_in(3));
    for (int clock : {98, 99}) {
        const Found late =
            searcher.search(must_parse(quiet_mate + std::to_string(clock) + " 90"), test::depth_limit(8));
        expect_draw(late, quiet_mate + std::to_string(clock));
    }
}

TEST(DrawsInSearch, StalemateTrapsAreAvoided) {
    // The natural winning moves stalemate.
    for (const char* fen : {"k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1",
                            "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "8/8/8/8/8/1k6/1p6/1K5Q w - - 0 1"}) {
        Searcher searcher;
        Position pos = must_parse(fen);
        const Found found = searcher.search(pos, test::depth_limit(effort(8, 6)));
        EXPECT_GT(found.score, 300) << fen << " " << found.move_text();
        pos.make(found.move);
        EXPECT_TRUE(pos.has_legal_move() || pos.in_check())
            << fen << ": " << found.move_text() << " stalemates";
    }
}

TEST(DrawsInSearch, StalemateSavesTheLosingSide) {
    // White's king cannot move; the queen offers herself until she is taken.
    const Position pos = must_parse("7k/2rq4/6Q1/8/8/1pp5/p7/K7 w - - 0 1");
    Searcher searcher;
    expect_draw(searcher.search(pos, test::depth_limit(effort(8, 6))), "desperado");
}

TEST(DrawsInSearch, StalemateIsNotMistakenForMate) {
    // Kc3 stalemates, everything else loses the pawn: a draw either way, not a mate.
    const Position pos = must_parse("8/8/8/8/8/3k4/2p5/2K5 b - - 0 1");
    Searcher searcher;
    const Found found = searcher.search(pos, test::depth_limit(10));
    expect_draw(found, "king and pawn");
}

TEST(DrawsInSearch, InsufficientMaterialIsADraw) {
    Searcher searcher;
    for (const char* fen : {"8/8/4k3/8/8/3K4/8/6N1 w - - 0 1", "8/8/4k3/8/8/3K4/8/6B1 b - - 0 1",
                            "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4kb2/8/8/3KB3/8/8 w - - 0 1"})
        for (int depth : {1, 2, 5, 12})
            expect_draw(searcher.search(must_parse(fen), test::depth_limit(depth)), fen);
}

TEST(DrawsInSearch, TheLastPawnIsGivenUpForADrawOnlyByTheLoser) {
    // Black takes the last pawn: bishop and king cannot win.
    Searcher searcher;
    const Position pos = must_parse("8/8/8/8/2B5/1k6/P7/3K4 b - - 0 1");
    const Found found = searcher.search(pos, test::depth_limit(8));
    // The bishop checks; whatever Black does, taking on a2 when possible draws.
    const Position free_pawn = must_parse("8/8/8/8/8/1k6/P7/3K2B1 b - - 0 1");
    searcher.new_game();
    const Found taken = searcher.search(free_pawn, test::depth_limit(8));
    EXPECT_EQ(taken.move_text(), "b3a2");
    expect_draw(taken, "last pawn");
    EXPECT_LE(found.score, 1);
}

// A single node deep in a search: a position that stood before inside the search is a draw at once, one from
// the game's past only when it comes for the third time.
TEST(DrawsInSearch, OneRepetitionIsEnoughBelowTheRoot) {
    const Position start = must_parse("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1");
    const Position twice = test::play(start, {"b2b3", "d5d4", "b3b2", "d4d5"});
    Searcher searcher;
    SearchContext context;
    searcher.fill(context, Limits{});
    Worker& worker = searcher.worker();
    WorkerTestAccess::prepare(worker, context, twice, test::all_root_moves(twice));
    const Score inside = WorkerTestAccess::search(worker, 6, -kInfiniteScore, kInfiniteScore, 2);
    EXPECT_LE(std::abs(inside), 1) << "the first occurrence was two plies after the root";
    WorkerTestAccess::prepare(worker, context, twice, test::all_root_moves(twice));
    const Score before = WorkerTestAccess::search(worker, 2, -kInfiniteScore, kInfiniteScore, 2);
    EXPECT_GT(before, 300) << "the first occurrence was before the root";
    EXPECT_LE(std::abs(WorkerTestAccess::quiesce(worker, 6, -kInfiniteScore, kInfiniteScore)), 1);
    EXPECT_GT(WorkerTestAccess::quiesce(worker, 2, -kInfiniteScore, kInfiniteScore), 300);
}

}  // namespace
}  // namespace stillpoint
