#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/searching.h"

namespace stillpoint {
namespace {

using test::effort;
using test::Found;
using test::must_parse;
using test::Searcher;

constexpr const char* kPositions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    // In check, with one evasion, and with few.
    "4k3/8/8/8/7q/8/8/3QKB2 w - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 1 3",
    "k7/8/8/8/8/8/1r6/K7 w - - 0 1",
    "7k/8/8/8/8/8/1q6/K5R1 w - - 0 1",
    // Shuffling pieces: repetitions everywhere.
    "8/8/4k3/8/8/3K4/8/R6r w - - 10 60",
    "4k3/8/3n4/8/8/4N3/8/4K3 w - - 30 80",
    "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 20 40",
    // A hundred plies without progress: a draw that nobody has claimed yet.
    "8/8/4k3/8/8/3K4/8/R6r w - - 100 90",
    "8/8/4k3/8/8/3K4/8/R6r w - - 120 90",
    // Three bare pieces: drawn, but moves must be found.
    "8/8/4k3/8/8/3K4/8/6N1 w - - 0 1",
    "8/8/4k3/8/8/3K4/8/8 b - - 0 1",
    // Mate or stalemate next.
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
    // More queens than a tree can bear.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
};

void expect_sound(const Position& pos, const Found& found, const std::string& where) {
    ASSERT_EQ(found.roots.size(), test::legal_moves(pos).size()) << where;
    EXPECT_TRUE(pos.is_legal(found.move)) << where;
    EXPECT_LT(found.score, kInfiniteScore) << where;
    EXPECT_GT(found.score, -kInfiniteScore) << where;
    EXPECT_TRUE(test::is_legal_line(pos, found.pv)) << where << ": " << test::line_text(found.pv);
    std::vector<std::uint16_t> moves;
    for (const RootMove& m : found.roots) moves.push_back(m.move().raw());
    std::sort(moves.begin(), moves.end());
    EXPECT_EQ(std::unique(moves.begin(), moves.end()), moves.end()) << "a root move twice, " << where;
    ASSERT_FALSE(found.infos.empty()) << where;
    for (const SearchInfo& info : found.infos) {
        EXPECT_LE(std::abs(info.score), kMateScore) << where;
        EXPECT_GE(info.depth, 1) << where;
        EXPECT_FALSE(info.pv.empty()) << where;
        EXPECT_TRUE(test::is_legal_line(pos, info.pv)) << where << ": " << test::line_text(info.pv);
    }
    EXPECT_EQ(found.infos.back().pv.front(), found.move)
        << "what was shown last is not what is played, " << where;
}

TEST(NodeLimit, ExactFromOneNodeOn) {
    Searcher searcher(1);
    for (const char* fen : kPositions) {
        const Position pos = must_parse(fen);
        for (std::uint64_t nodes = 1; nodes <= static_cast<std::uint64_t>(effort(6000, 600));
             nodes += 1 + nodes / 3) {
            searcher.new_game();
            const Found found = searcher.search(pos, test::node_limit(nodes));
            const std::string where = std::string(fen) + " nodes " + std::to_string(nodes);
            expect_sound(pos, found, where);
            // A tree that ends before: all depths up to the last were searched.
            if (found.depth < kMaxPly - 1) {
                EXPECT_EQ(found.nodes, nodes) << where;
            } else {
                EXPECT_LE(found.nodes, nodes) << where;
            }
        }
    }
}

TEST(NodeLimit, ExactAlsoWithATableFullOfMemories) {
    Searcher searcher(1);
    for (const char* fen : kPositions) {
        const Position pos = must_parse(fen);
        for (std::uint64_t nodes : {1, 2, 3, 17, 100, 511, 512, 513, 1024, 2000}) {
            const Found found = searcher.search(pos, test::node_limit(nodes));
            const std::string where = std::string(fen) + " nodes " + std::to_string(nodes);
            expect_sound(pos, found, where);
            if (found.depth < kMaxPly - 1) {
                EXPECT_EQ(found.nodes, nodes) << where;
            }
        }
    }
}

TEST(NodeLimit, ALegalMoveInRandomPositionsOfAllVariants) {
    Searcher searcher(1);
    Rng rng(7);
    test::random_games(17, effort(6, 1), 100, [&](Position& pos) {
        if (!pos.has_legal_move()) return;
        const std::uint64_t nodes = 1 + rng.below(rng.below(4) == 0 ? 1500 : 60);
        const Found found = searcher.search(pos, test::node_limit(nodes));
        expect_sound(pos, found, to_fen(pos, FenStyle::Shredder) + " nodes " + std::to_string(nodes));
        EXPECT_LE(found.nodes, nodes);
    });
}

TEST(SoftNodeLimit, FinishesTheIteration) {
    for (std::uint64_t nodes : {1, 50, 3000}) {
        Searcher searcher;
        Limits limits;
        limits.soft_nodes = nodes;
        const Position pos = must_parse(kPositions[1]);
        const Found found = searcher.search(pos, limits);
        expect_sound(pos, found, "soft nodes " + std::to_string(nodes));
        EXPECT_GE(found.nodes, nodes);
        ASSERT_FALSE(found.infos.empty());
        EXPECT_EQ(found.infos.back().depth, found.depth) << "the last iteration is complete";
    }
}

TEST(DepthLimit, ReachesJustThatDepth) {
    Searcher searcher;
    const Position pos = must_parse(kPositions[3]);
    for (int depth = 1; depth <= 8; ++depth) {
        const Found found = searcher.search(pos, test::depth_limit(depth));
        expect_sound(pos, found, "depth " + std::to_string(depth));
        EXPECT_EQ(found.depth, depth);
        EXPECT_EQ(found.infos.back().depth, depth);
    }
}

TEST(DepthLimit, DepthsBelowOneStillGiveAMove) {
    Searcher searcher;
    const Position pos = must_parse(kPositions[0]);
    for (int depth : {0, -1, -1000}) {
        const Found found = searcher.search(pos, test::depth_limit(depth));
        EXPECT_TRUE(pos.is_legal(found.move)) << depth;
    }
}

// Where the tree is small the deepest iteration there can be is reached, and nothing breaks.
TEST(DepthLimit, TheMaximumIsReachedAndSurvived) {
    for (const char* fen : {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", "k7/8/8/8/8/8/1r6/K7 w - - 0 1",
                            "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
                            "8/8/8/1k6/p7/P7/1K6/8 w - - 90 90"})
        for (int depth : {kMaxPly - 1, kMaxPly, 100'000}) {
            Searcher searcher;
            const Position pos = must_parse(fen);
            Limits limits = test::depth_limit(depth);
            limits.nodes = effort(300'000, 20'000);
            const Found found = searcher.search(pos, limits);
            expect_sound(pos, found, fen);
            EXPECT_LE(found.depth, kMaxPly - 1);
            EXPECT_TRUE(found.depth == kMaxPly - 1 || found.nodes == limits.nodes) << fen;
        }
}

TEST(StopFlag, SetBeforeTheSearchStillGivesALegalMove) {
    for (const char* fen : kPositions) {
        Searcher searcher(1);
        const Position pos = must_parse(fen);
        SearchContext context;
        searcher.fill(context, Limits{});
        context.ending.end_search();
        const Found found = searcher.run(context, pos, test::all_root_moves(pos));
        expect_sound(pos, found, fen);
        EXPECT_EQ(found.nodes, 0U);
    }
}

TEST(StopFlag, SetAtAnyTimeGivesALegalMove) {
    // At each report: in the middle of the search, from the same thread.
    for (const char* fen : kPositions)
        for (int reports : {1, 3, 6}) {
            Searcher searcher(1);
            const Position pos = must_parse(fen);
            SearchContext context;
            searcher.fill(context, test::node_limit(20'000));
            Found found;
            int seen = 0;
            context.on_info = [&](const SearchInfo& info) {
                found.infos.push_back(info);
                if (++seen == reports) context.ending.end_search();
            };
            searcher.worker().run(context, pos, test::all_root_moves(pos));
            found.roots = searcher.worker().root_moves();
            found.move = found.roots[0].move();
            found.score = found.roots[0].score;
            found.pv = found.roots[0].pv;
            expect_sound(pos, found, fen);
        }
}

TEST(StopFlag, SetByAnotherThreadEndsAnUnboundedSearchThreads) {
    Searcher searcher;
    const Position pos = must_parse(kPositions[1]);
    SearchContext context;
    searcher.fill(context, Limits{});
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        context.ending.end_search();
    });
    const Found found = searcher.run(context, pos, test::all_root_moves(pos));
    stopper.join();
    expect_sound(pos, found, "stopped");
}

TEST(Clock, EndsTheSearchInTime) {
    Searcher searcher;
    const Position pos = must_parse(kPositions[1]);
    for (Milliseconds budget : {1, 20, 60}) {
        SearchContext context;
        searcher.fill(context, Limits{});
        context.clock.active = true;
        context.clock.budget = {budget, budget};
        const Stopwatch watch;
        const Found found = searcher.run(context, pos, test::all_root_moves(pos));
        // Generous: the machine may be busy with others.
        EXPECT_LT(watch.elapsed(), budget + 3000);
        expect_sound(pos, found, "budget " + std::to_string(budget));
        EXPECT_GE(found.depth, 1) << "one depth is always finished";
    }
}

TEST(Clock, CanCountNodesInsteadOfTime) {
    std::uint64_t last = 0;
    for (Milliseconds budget : {1, 10, 100}) {
        Searcher searcher;
        SearchContext context;
        Limits limits;
        limits.node_time = 100;
        searcher.fill(context, limits);
        context.clock.active = true;
        context.clock.budget = {budget, budget};
        const Position pos = must_parse(kPositions[1]);
        const Found found = searcher.run(context, pos, test::all_root_moves(pos));
        EXPECT_GE(found.nodes, last) << "a larger budget is used";
        EXPECT_LE(found.nodes, static_cast<std::uint64_t>(budget) * 100 + 600);
        last = found.nodes;
    }
}

TEST(SearchMoves, OnlyTheGivenMovesAreConsidered) {
    const Position pos = must_parse(kPositions[1]);
    std::vector<RootMove> roots;
    for (const char* text : {"a2a3", "a2a4", "e1f1"}) roots.emplace_back(*parse_uci_move(pos, text));
    Searcher searcher;
    for (int multi_pv : {1, 2, 10}) {
        const Found found = searcher.search(pos, test::depth_limit(effort(8, 5)), roots, multi_pv);
        ASSERT_EQ(found.roots.size(), 3U);
        for (const SearchInfo& info : found.infos) {
            const std::string first = test::uci(info.pv.front());
            EXPECT_TRUE(first == "a2a3" || first == "a2a4" || first == "e1f1") << first;
            EXPECT_LE(info.multi_pv, 3);
        }
        EXPECT_TRUE(test::is_legal_line(pos, found.pv));
    }
    for (const RootMove& only : test::all_root_moves(pos)) {
        const Found found = searcher.search(pos, test::node_limit(500), {only});
        EXPECT_EQ(found.move, only.move());
    }
}

// A move that loses the queen is given away only if it is the only one allowed.
TEST(SearchMoves, AForcedBlunderIsSeenAsOne) {
    const Position pos = must_parse("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1");
    Searcher searcher;
    const Score free = searcher.search(pos, test::depth_limit(6)).score;
    searcher.new_game();
    const Found forced = searcher.search(pos, test::depth_limit(6), {RootMove(*parse_uci_move(pos, "d2d5"))});
    EXPECT_EQ(forced.move_text(), "d2d5");
    EXPECT_LT(forced.score, free - 500);
}

TEST(SearchMoves, NoMovesAtAllIsNoCrash) {
    Searcher searcher;
    for (const char* fen : {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "6Qk/5K2/8/8/8/8/8/8 b - - 0 1"}) {
        const Position pos = must_parse(fen);
        const Found found = searcher.search(pos, test::depth_limit(5));
        EXPECT_TRUE(found.roots.empty());
        EXPECT_EQ(found.nodes, 0U);
    }
}

}  // namespace
}  // namespace stillpoint
