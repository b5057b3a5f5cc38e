#include "engine/pv.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/notation.h"

namespace stillpoint {
namespace {

// Plays each move to read the next one; illegal moves are kept but not played.
std::vector<Move> moves_of(Position pos, const std::vector<const char*>& texts) {
    std::vector<Move> moves;
    for (const char* text : texts) {
        const auto move = parse_uci_move(pos, text);
        moves.push_back(move ? *move
                             : Move(*parse_square(std::string_view(text, 2)),
                                    *parse_square(std::string_view(text + 2, 2))));
        if (move) pos.make(*move);
    }
    return moves;
}

TEST(PresentablePv, KeepsLegalLines) {
    const Position pos = start_position();
    const auto pv = moves_of(pos, {"e2e4", "e7e5", "g1f3"});
    EXPECT_EQ(presentable_pv(pos, pv), pv);
    EXPECT_TRUE(presentable_pv(pos, {}).empty());
}

TEST(PresentablePv, StopsAtAnIllegalMove) {
    const Position pos = start_position();
    const auto pv = moves_of(pos, {"e2e4", "e2e4", "e7e5"});
    EXPECT_EQ(presentable_pv(pos, pv).size(), 1u);
    EXPECT_TRUE(presentable_pv(pos, {Move::none()}).empty());
}

TEST(PresentablePv, StopsAtThreefoldRepetition) {
    const Position pos = start_position();
    const auto pv = moves_of(pos, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "e2e4"});
    EXPECT_EQ(presentable_pv(pos, pv).size(), 8u);
}

TEST(PresentablePv, CountsTheGameBefore) {
    Position pos = start_position();
    for (const char* text : {"g1f3", "g8f6", "f3g1", "f6g8"}) pos.make(*parse_uci_move(pos, text));
    const auto pv = moves_of(pos, {"g1f3", "g8f6", "f3g1", "f6g8", "e2e4"});
    EXPECT_EQ(presentable_pv(pos, pv).size(), 4u);
}

TEST(PresentablePv, StopsAtTheFiftyMoveRule) {
    const Position pos = *parse_fen("4k3/8/8/8/8/8/R7/4K3 w - - 98 120");
    const auto pv = moves_of(pos, {"a2a3", "e8e7", "a3a4", "e7e6"});
    EXPECT_EQ(presentable_pv(pos, pv).size(), 2u);
}

TEST(PresentablePv, StopsWithBareKings) {
    const Position pos = *parse_fen("8/8/8/8/8/3k4/1p6/K7 w - - 0 1");
    const auto pv = moves_of(pos, {"a1b2", "d3d4"});
    EXPECT_EQ(presentable_pv(pos, pv).size(), 1u);
}

TEST(PresentablePv, EndsWithMate) {
    const Position pos = *parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    const auto pv = moves_of(pos, {"a1a8"});
    EXPECT_EQ(presentable_pv(pos, pv), pv);
}

TEST(GameOver, KnowsTheEnds) {
    EXPECT_FALSE(is_game_over(start_position()));
    EXPECT_TRUE(is_game_over(*parse_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")));
    EXPECT_TRUE(is_game_over(*parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")));
    EXPECT_TRUE(is_game_over(*parse_fen("7k/8/6K1/8/8/8/8/8 b - - 0 1")));
    EXPECT_TRUE(is_game_over(*parse_fen("7k/8/6K1/8/8/8/8/R7 w - - 100 99")));
}

}  // namespace
}  // namespace stillpoint
