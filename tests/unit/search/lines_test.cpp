#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "lab/bench_positions.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/searching.h"

namespace stillpoint {
namespace {

using test::effort;
using test::Found;
using test::must_parse;
using test::Searcher;

TEST(Lines, ArePlayableToTheEnd) {
    Searcher searcher;
    for (std::size_t i = 0; i < std::size(lab::kBenchPositions);
         i += static_cast<std::size_t>(effort(1, 8))) {
        const Position pos = must_parse(lab::kBenchPositions[i]);
        const Found found =
            searcher.search(pos, test::node_limit(static_cast<std::uint64_t>(effort(15'000, 2'000))));
        for (const SearchInfo& info : found.infos) {
            ASSERT_FALSE(info.pv.empty());
            ASSERT_TRUE(test::is_legal_line(pos, info.pv))
                << lab::kBenchPositions[i] << ": " << test::line_text(info.pv);
            EXPECT_LE(info.pv.size(), static_cast<std::size_t>(kMaxPly));
            EXPECT_GE(info.selective_depth, 1);
        }
        for (const RootMove& root : found.roots)
            EXPECT_TRUE(test::is_legal_line(pos, root.pv)) << lab::kBenchPositions[i];
    }
}

TEST(Lines, ReportsGrowDeeperAndCountUp) {
    Searcher searcher;
    const Found found =
        searcher.search(must_parse(lab::kBenchPositions[1]), test::depth_limit(effort(10, 6)));
    ASSERT_GE(found.infos.size(), static_cast<std::size_t>(effort(10, 6)));
    for (std::size_t i = 1; i < found.infos.size(); ++i) {
        EXPECT_GE(found.infos[i].depth, found.infos[i - 1].depth);
        EXPECT_GE(found.infos[i].nodes, found.infos[i - 1].nodes);
        EXPECT_GE(found.infos[i].time, found.infos[i - 1].time);
        EXPECT_LE(found.infos[i].hashfull, 1000);
    }
    EXPECT_LE(found.infos.back().nodes, found.nodes);
}

class MultiPv : public testing::TestWithParam<int> {};

TEST_P(MultiPv, LinesAreDistinctAndOrdered) {
    const int lines = GetParam();
    Searcher searcher;
    for (std::size_t i = 0; i < std::size(lab::kBenchPositions);
         i += static_cast<std::size_t>(effort(5, 15))) {
        const Position pos = must_parse(lab::kBenchPositions[i]);
        const int legal = static_cast<int>(test::legal_moves(pos).size());
        const int expected = std::min(std::max(lines, 1), legal);
        const int depth = effort(5, 3);
        const Found found = searcher.search(pos, test::depth_limit(depth), lines);
        std::vector<SearchInfo> last;
        for (const SearchInfo& info : found.infos)
            if (info.depth == depth) last.push_back(info);
        ASSERT_EQ(static_cast<int>(last.size()), expected) << lab::kBenchPositions[i];
        std::vector<std::uint16_t> firsts;
        for (std::size_t n = 0; n < last.size(); ++n) {
            EXPECT_EQ(last[n].multi_pv, static_cast<int>(n) + 1);
            EXPECT_EQ(last[n].bound, Bound::Exact);
            EXPECT_TRUE(test::is_legal_line(pos, last[n].pv));
            EXPECT_EQ(last[n].pv.front(), found.roots[n].move());
            if (n > 0) {
                EXPECT_LE(last[n].score, last[n - 1].score) << lab::kBenchPositions[i] << " line " << n + 1;
            }
            firsts.push_back(last[n].pv.front().raw());
        }
        std::sort(firsts.begin(), firsts.end());
        EXPECT_EQ(std::unique(firsts.begin(), firsts.end()), firsts.end()) << "a move shown twice";
    }
}

INSTANTIATE_TEST_SUITE_P(Lines, MultiPv, testing::Values(-1, 1, 2, 4, 500));

TEST(MultiPvStopped, StillDistinctWhenCutShort) {
    Searcher searcher;
    const Position pos = must_parse(lab::kBenchPositions[1]);
    for (std::uint64_t nodes = 1; nodes < static_cast<std::uint64_t>(effort(15'000, 1'500));
         nodes = nodes * 3 / 2 + 1) {
        const Found found = searcher.search(pos, test::node_limit(nodes), 4);
        EXPECT_EQ(found.nodes, nodes);
        std::vector<std::uint16_t> moves;
        for (const RootMove& root : found.roots) {
            moves.push_back(root.move().raw());
            EXPECT_TRUE(test::is_legal_line(pos, root.pv));
        }
        std::sort(moves.begin(), moves.end());
        EXPECT_EQ(std::unique(moves.begin(), moves.end()), moves.end());
        EXPECT_EQ(found.roots.size(), test::legal_moves(pos).size());
    }
}

// The second line must be what the search finds when the first move is forbidden.
TEST(MultiPvMeaning, TheSecondLineIsTheBestWithoutTheFirst) {
    const Position pos = must_parse("6k1/5ppp/8/8/8/1q6/5PPP/3RR1K1 w - - 0 1");  // mate in one, or in two
    Searcher searcher;
    const Found both = searcher.search(pos, test::depth_limit(5), 2);
    EXPECT_EQ(both.roots[0].score, mate_in(1));
    std::vector<RootMove> others = test::all_root_moves(pos);
    std::erase_if(others, [&](const RootMove& r) { return r.move() == both.move; });
    searcher.new_game();
    const Found without = searcher.search(pos, test::depth_limit(5), others);
    EXPECT_EQ(both.roots[1].score, without.score);
}

struct Mate {
    const char* fen;
    int moves;  // negative: being mated
};

constexpr Mate kMates[] = {
    {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1},
    {"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", 1},
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},
    {"r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2},
    {"1k5r/pP3ppp/3p2b1/1BN1n3/1Q2P3/P1B5/KP3P1P/7q w - - 1 1", 3},
    {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3},
    {"8/8/8/8/8/4k3/4q3/4K3 w - - 0 1", 0},  // already over: no search
    {"8/8/8/8/8/5k2/6q1/7K w - - 0 1", 0},
    {"7k/8/5KQ1/8/8/8/8/8 b - - 0 1", 0},  // stalemate
    {"7k/8/6K1/8/8/8/8/R7 b - - 0 1", -1},
    {"k7/8/1K6/8/8/8/8/7R b - - 0 1", -1},
};

// Every mate that is announced as exact is shown on the board: as many plies as announced, mate at the end.
void expect_mate_lines(const Position& pos, const Found& found, const std::string& where) {
    for (const SearchInfo& info : found.infos) {
        if (info.bound != Bound::Exact || !(is_mate(info.score) || is_mated(info.score))) continue;
        const int plies = kMateScore - std::abs(info.score);
        Position end = pos;
        ASSERT_TRUE(test::is_legal_line(pos, info.pv, &end)) << where;
        EXPECT_EQ(static_cast<int>(info.pv.size()), plies)
            << where << " depth " << info.depth << ": " << test::line_text(info.pv);
        EXPECT_TRUE(test::is_checkmate(end))
            << where << " depth " << info.depth << ": " << test::line_text(info.pv);
        EXPECT_EQ(plies % 2 == 1, is_mate(info.score)) << where;
    }
}

TEST(MultiPvMeaning, NoLineOfAWorseTablebaseClassComesFirst) {
    const Position pos = must_parse(lab::kBenchPositions[1]);
    std::vector<RootMove> roots = test::all_root_moves(pos);
    // As if the tables knew better: the last three moves win, one faster than the others.
    std::reverse(roots.begin(), roots.end());
    const std::vector<Move> winning = {roots[0].move(), roots[1].move(), roots[2].move()};
    roots[0].tablebase_rank = 1000;
    roots[1].tablebase_rank = roots[2].tablebase_rank = 999;
    Searcher searcher;
    const Found found = searcher.search(pos, test::depth_limit(7), roots, 5);
    EXPECT_EQ(found.move, winning[0]);
    for (std::size_t i = 1; i < 3; ++i) EXPECT_EQ(found.roots[i].tablebase_rank, 999);
    for (std::size_t i = 3; i < found.roots.size(); ++i) EXPECT_EQ(found.roots[i].tablebase_rank, 0);
}

TEST(SearchMoves, LeaveNoResultOfTheWholePositionBehind) {
    const Position pos = must_parse(lab::kBenchPositions[1]);
    std::vector<RootMove> roots = test::all_root_moves(pos);
    roots.erase(roots.begin() + 1, roots.end());
    Limits limits = test::depth_limit(6);
    limits.search_moves = {roots[0].move()};
    Searcher searcher;
    searcher.search(pos, limits, roots);
    const Table::Probe probe = searcher.table().probe(table_key(pos.key(), pos.halfmove_clock()));
    EXPECT_TRUE(!probe.hit || (!probe.data.move && probe.data.depth < 1));
}

TEST(MateLines, HaveTheAnnouncedLengthAndEndInMate) {
    for (const Mate& mate : kMates) {
        const Position pos = must_parse(mate.fen);
        if (!pos.has_legal_move()) continue;
        Searcher searcher;
        const Found found = searcher.search(pos, test::depth_limit(9));
        expect_mate_lines(pos, found, mate.fen);
    }
}

TEST(MateLines, AlsoWithSeveralLines) {
    for (const Mate& mate : kMates) {
        const Position pos = must_parse(mate.fen);
        if (!pos.has_legal_move()) continue;
        Searcher searcher;
        expect_mate_lines(pos, searcher.search(pos, test::depth_limit(7), 3), mate.fen);
    }
}

// The same positions with a table that has seen them at other depths and from other roots.
TEST(MateLines, AlsoFromAWarmTable) {
    Searcher searcher;
    for (int round = 0; round < 2; ++round)
        for (const Mate& mate : kMates) {
            Position pos = must_parse(mate.fen);
            if (!pos.has_legal_move()) continue;
            const Found found = searcher.search(pos, test::depth_limit(8));
            expect_mate_lines(pos, found, mate.fen);
            pos.make(found.move);
            if (!pos.has_legal_move()) continue;
            expect_mate_lines(pos, searcher.search(pos, test::depth_limit(6)), to_fen(pos));
        }
}

TEST(MateLimit, StopsWhenTheMateIsFound) {
    for (const Mate& mate : kMates) {
        if (mate.moves == 0) continue;
        Searcher searcher;
        const Position pos = must_parse(mate.fen);
        Limits limits;
        limits.mate = std::abs(mate.moves);
        limits.nodes = 2'000'000;
        const Found found = searcher.search(pos, limits);
        EXPECT_EQ(found.score, mate.moves > 0 ? mate_in(2 * mate.moves - 1) : mated_in(-2 * mate.moves))
            << mate.fen;
        EXPECT_EQ(found.bound, Bound::Exact) << mate.fen;
        EXPECT_LT(found.nodes, *limits.nodes) << mate.fen;
        expect_mate_lines(pos, found, mate.fen);
    }
}

// A mate longer than asked for does not end the search.
TEST(MateLimit, GoesOnWhereTheMateIsTooLong) {
    Searcher searcher;
    const Position pos = must_parse("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");  // in three
    Limits limits;
    limits.mate = 2;
    limits.nodes = static_cast<std::uint64_t>(effort(100'000, 10'000));
    const Found found = searcher.search(pos, limits);
    EXPECT_EQ(found.nodes, *limits.nodes);
    EXPECT_LE(found.score, mate_in(5));
}

}  // namespace
}  // namespace stillpoint
