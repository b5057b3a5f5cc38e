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
    EXPECT_EQ(command.complaint, "after 1.e4: 'e2e4' is not a legal move here");
    EXPECT_FALSE(command.position);
    const auto complaint = [](const Words& words) { return parse_position(words).complaint; };
    EXPECT_EQ(complaint({"startpos", "moves", "e7e5"}), "the first move: 'e7e5' is not a legal move here");
    EXPECT_EQ(complaint({"startpos", "moves", "e2e4", "e7e5", "e1e2", "e8e7", "e2e4"}),
              "after 2...Ke7: 'e2e4' is not a legal move here");
    EXPECT_EQ(complaint({"fen", "4k3/8/8/8/8/8/4P3/4K2R", "w", "K", "-", "7", "30", "moves", "e1g1", "x"}),
              "after 30.O-O: 'x' is not a move");
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
