// Nodes at the far end of the stack: the search must turn back before its arrays end. Worth most under the
// address sanitizer.
#include <gtest/gtest.h>

#include "chess/fen.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/searching.h"
#include "tests/unit/support/worker_access.h"

namespace stillpoint {
namespace {

using test::effort;
using test::must_parse;
using test::Searcher;

constexpr const char* kDeepPositions[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 1 3",
    "6k1/6p1/8/7Q/8/8/rr5P/7K w - - 0 1",
};

TEST(MaxPly, NodesAtTheEndOfTheStackComeBack) {
    for (const char* fen : kDeepPositions)
        for (int ply = kMaxPly - 8; ply < kMaxPly; ++ply)
            for (int depth : {0, 1, 4, 12, kMaxPly, 1000})
                for (bool full_window : {false, true}) {
                    Searcher searcher(1);
                    const Position pos = must_parse(fen);
                    SearchContext context;
                    searcher.fill(context, test::node_limit(static_cast<std::uint64_t>(effort(3000, 1000))));
                    Worker& worker = searcher.worker();
                    WorkerTestAccess::prepare(worker, context, pos, test::all_root_moves(pos));
                    const Score alpha = full_window ? -kInfiniteScore : 10;
                    const Score beta = full_window ? kInfiniteScore : 11;
                    const Score score = WorkerTestAccess::search(worker, ply, alpha, beta, depth);
                    ASSERT_LE(std::abs(score), kMateScore) << fen << " ply " << ply << " depth " << depth;
                    ASSERT_EQ(WorkerTestAccess::position(worker), pos) << "the board must be as before";
                    const Score quiet = WorkerTestAccess::quiesce(worker, ply, alpha, beta);
                    ASSERT_LE(std::abs(quiet), kMateScore);
                    ASSERT_EQ(WorkerTestAccess::position(worker), pos);
                }
}

// A check to which there is always one answer: every line is as long as it is allowed to be.
TEST(MaxPly, LinesWithoutEndAreCutOff) {
    Searcher searcher;
    const Position pos = must_parse("6k1/6p1/8/7Q/8/8/rr5P/7K w - - 0 1");
    Limits limits = test::depth_limit(kMaxPly - 1);
    limits.nodes = static_cast<std::uint64_t>(effort(200'000, 20'000));
    const test::Found found = searcher.search(pos, limits);
    EXPECT_TRUE(pos.is_legal(found.move));
    for (const SearchInfo& info : found.infos) EXPECT_LE(info.selective_depth, kMaxPly);
}

}  // namespace
}  // namespace stillpoint
