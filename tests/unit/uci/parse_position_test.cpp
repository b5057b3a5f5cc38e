#include <gtest/gtest.h>

#include "chess/fen.h"
#include "uci/parse.h"

namespace stillpoint {
namespace {

using Words = std::vector<std::string_view>;

TEST(PositionParser, Starts) {
    EXPECT_EQ(to_fen(*parse_position({"startpos"}).position), kStartFen);
    EXPECT_EQ(to_fen(*parse_position({"frc", "518"}).position), kStartFen);
    EXPECT_EQ(to_fen(*parse_position({"dfrc", "518", "518"}).position), kStartFen);
    const PositionCommand fen = parse_position({"fen", "4k3/8/8/8/8/8/4P3/4K3", "w", "-", "-", "7", "30"});
    EXPECT_TRUE(fen.complaint.empty());
    EXPECT_EQ(to_fen(*fen.position), "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30");
}

TEST(PositionParser, Moves) {
    const PositionCommand command = parse_position({"startpos", "moves", "e2e4", "c7c5"});
    EXPECT_TRUE(command.complaint.empty());
    EXPECT_EQ(to_fen(*command.position), "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    EXPECT_EQ(to_fen(*parse_position({"startpos", "moves"}).position), kStartFen);
}

TEST(PositionParser, ABrokenMoveLeavesNoPosition) {
    const PositionCommand command = parse_position({"startpos", "moves", "e2e4", "e2e4", "c7c5"});
    EXPECT_NE(command.complaint.find("move 2"), std::string::npos);
    EXPECT_FALSE(command.position);
}

TEST(PositionParser, RepairsAreReported) {
    const PositionCommand command =
        parse_position({"fen", "4k3/8/8/8/8/8/8/4K3", "w", "KQ", "e6", "-3", "1"});
    EXPECT_TRUE(command.complaint.empty());
    EXPECT_EQ(command.repairs.size(), 4u);
    EXPECT_EQ(to_fen(*command.position), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(PositionParser, ABrokenStartLeavesNoPosition) {
    for (const Words& words :
         {Words{}, Words{"foo"}, Words{"fen"}, Words{"fen", "x"}, Words{"startpos", "e2e4"}, Words{"frc"},
          Words{"frc", "960"}, Words{"frc", "-1"}, Words{"frc", "1", "2"}, Words{"dfrc", "1"},
          Words{"moves", "e2e4"}}) {
        const PositionCommand command = parse_position(words);
        EXPECT_FALSE(command.position);
        EXPECT_FALSE(command.complaint.empty());
    }
}

}  // namespace
}  // namespace stillpoint
