// Lines that the tablebases decide, shown to their end.
#include <gtest/gtest.h>

#include "chess/notation.h"
#include "engine/engine.h"
#include "engine/pv.h"
#include "tests/unit/tablebase/with_tables.h"

namespace stillpoint {
namespace {

using TablebaseLine = tablebase::WithTables;

constexpr tablebase::LineLimits kPatient{.budget = std::chrono::seconds(10)};

Position after(Position pos, const std::vector<Move>& moves) {
    for (Move m : moves) {
        EXPECT_TRUE(pos.is_legal(m));
        pos.make(m);
    }
    return pos;
}

bool is_mate(const Position& pos) { return pos.in_check() && !pos.has_legal_move(); }

TEST_F(TablebaseLine, GoesOnUntilMate) {
    for (const char* fen : {"8/8/8/3k4/8/8/8/KQ5r w - - 0 1", "8/8/8/3k4/8/8/1B6/KN6 w - - 0 1",
                            "8/3P4/8/3k4/8/8/8/K6r w - - 0 1", "8/8/8/3K4/8/8/8/kq6 w - - 0 1"}) {
        const Position pos = *parse_fen(fen);
        const auto ranking = tablebase::rank_root_moves(pos, {});
        ASSERT_TRUE(ranking) << fen;
        const auto line = extend_by_tablebases(pos, {}, 4, kPatient);
        if (ranking->best().outcome == tablebase::Outcome::Draw)
            EXPECT_TRUE(line.empty()) << fen;
        else
            EXPECT_TRUE(is_mate(after(pos, line))) << fen;
    }
}

TEST_F(TablebaseLine, ReplacesAMoveThatThrowsTheResultAway) {
    // The pawn can promote or be lost to the king.
    const Position pos = *parse_fen("8/4P1k1/8/8/8/8/8/K7 w - - 0 1");
    const Move wasted(*parse_square("a1"), *parse_square("b1"));
    const auto line = extend_by_tablebases(pos, {wasted}, 4, kPatient);
    ASSERT_FALSE(line.empty());
    EXPECT_NE(line[0], wasted);
    EXPECT_TRUE(is_mate(after(pos, line)));
    // Out of reach nothing is touched.
    EXPECT_EQ(extend_by_tablebases(pos, {wasted}, 0, kPatient), std::vector<Move>{wasted});
}

TEST_F(TablebaseLine, IsShownByTheEngineInFull) {
    Engine engine;
    engine.set_position(*parse_fen("8/8/8/3k4/8/8/1B6/KN6 w - - 0 1"));
    SearchInfo last;
    EngineListener listener;
    listener.on_info = [&](const SearchInfo& info, const Position&) { last = info; };
    engine.set_listener(std::move(listener));
    Limits limits;
    limits.depth = 2;
    engine.go(limits);
    engine.wait();
    EXPECT_TRUE(is_win(last.score));
    EXPECT_TRUE(is_mate(after(engine.position(), last.pv)));
}

}  // namespace
}  // namespace stillpoint
