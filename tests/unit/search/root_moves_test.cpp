// The moves a search begins with.
#include "search/root_moves.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "tests/unit/tablebase/with_tables.h"

namespace stillpoint {
namespace {

Move move(const char* from, const char* to) { return Move(*parse_square(from), *parse_square(to)); }

TEST(RootMoves, AreAllLegalOnesOrThoseAskedFor) {
    TablebaseSettings none;
    EXPECT_EQ(root_moves_of(start_position(), {}, none).size(), 20u);
    Limits limits;
    limits.search_moves = {move("e2", "e4"), move("e2", "e5")};
    const auto roots = root_moves_of(start_position(), limits, none);
    ASSERT_EQ(roots.size(), 1u);
    EXPECT_EQ(roots[0].move(), move("e2", "e4"));
    EXPECT_FALSE(none.root_in_tablebase);
}

using RootMovesInTables = tablebase::WithTables;

TEST_F(RootMovesInTables, AreRankedByTheTables) {
    const Position pos = *parse_fen("8/4P1k1/8/8/8/8/8/K7 w - - 0 1");
    TablebaseSettings tables{.max_pieces = 4};
    const auto roots = root_moves_of(pos, {}, tables);
    EXPECT_TRUE(tables.root_in_tablebase);
    EXPECT_EQ(tables.max_pieces, 0) << "distances are known: nothing is left to probe";
    EXPECT_EQ(roots.front().move().from(), *parse_square("e7"));
    EXPECT_GT(roots.front().tablebase_score, kMaxEval);
    EXPECT_EQ(roots.back().tablebase_score, kDrawScore);

    TablebaseSettings few{.max_pieces = 2};
    EXPECT_EQ(root_moves_of(pos, {}, few).front().tablebase_rank, 0);
    EXPECT_EQ(few.max_pieces, 2) << "out of reach nothing changes";
}

}  // namespace
}  // namespace stillpoint
