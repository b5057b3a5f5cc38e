// How the search uses tablebases that do not contain the root.
#include <gtest/gtest.h>

#include "chess/fen.h"
#include "engine/engine.h"
#include "tests/unit/tablebase/with_tables.h"

namespace stillpoint {
namespace {

class SearchWithTables : public tablebase::WithTables {
protected:
    Score score_of(const char* fen, int depth) {
        Engine engine;
        engine.settings().tablebase_max_pieces = 4;
        engine.set_position(*parse_fen(fen));
        Score score = kNoScore;
        engine.set_listener({.on_info = [&](const SearchInfo& info, const Position&) { score = info.score; },
                             .on_current_move = {},
                             .on_best_move = {}});
        Limits limits;
        limits.depth = depth;
        engine.go(limits);
        engine.wait();
        return score;
    }
};

TEST_F(SearchWithTables, AKnownWinOnThePrincipalVariationIsAWin) {
    // Taking the pawn leads to rook against pawn, which the tables know to be won.
    for (int depth = 3; depth <= 8; ++depth)
        EXPECT_TRUE(is_win(score_of("4k3/p7/8/8/8/1p6/8/1R2K3 w - - 0 1", depth))) << depth;
}

}  // namespace
}  // namespace stillpoint
