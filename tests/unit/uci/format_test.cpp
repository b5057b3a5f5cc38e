#include "uci/format.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "engine/shown_score.h"

namespace stillpoint {
namespace {

TEST(Format, Scores) {
    const Position pos = start_position();
    EXPECT_EQ(format_score(0, Bound::Exact, pos), "cp 0");
    EXPECT_EQ(format_score(0, Bound::Lower, pos), "cp 0 lowerbound");
    EXPECT_EQ(format_score(0, Bound::Upper, pos), "cp 0 upperbound");
    EXPECT_EQ(format_score(100, Bound::Exact, pos), "cp " + std::to_string(to_centipawns(100, pos)));
}

TEST(Format, MatesAreCountedInMoves) {
    const Position pos = start_position();
    EXPECT_EQ(format_score(mate_in(1), Bound::Exact, pos), "mate 1");
    EXPECT_EQ(format_score(mate_in(3), Bound::Exact, pos), "mate 2");
    EXPECT_EQ(format_score(mate_in(5), Bound::Lower, pos), "mate 3 lowerbound");
    EXPECT_EQ(format_score(mated_in(0), Bound::Exact, pos), "mate 0");
    EXPECT_EQ(format_score(mated_in(2), Bound::Exact, pos), "mate -1");
    EXPECT_EQ(format_score(mated_in(4), Bound::Exact, pos), "mate -2");
}

TEST(Format, TablebaseWinsAreFarFromOrdinaryScores) {
    const Position pos = start_position();
    EXPECT_EQ(format_score(tablebase_win_in(0), Bound::Exact, pos), "cp 20000");
    EXPECT_EQ(format_score(tablebase_win_in(7), Bound::Exact, pos), "cp 19993");
    EXPECT_EQ(format_score(-tablebase_win_in(7), Bound::Exact, pos), "cp -19993");
}

TEST(Format, InfoHasAllFieldsInOrder) {
    const Position pos = start_position();
    SearchInfo info;
    info.depth = 12;
    info.selective_depth = 20;
    info.multi_pv = 2;
    info.score = mate_in(3);
    info.nodes = 5000;
    info.tablebase_hits = 6;
    info.time = 250;
    info.hashfull = 17;
    info.pv = {*parse_uci_move(pos, "e2e4")};
    EXPECT_EQ(format_info(info, pos, {}),
              "info depth 12 seldepth 20 multipv 2 score mate 2 nodes 5000 nps 20000 hashfull 17 tbhits 6 "
              "time 250 pv "
              "e2e4");
    EXPECT_EQ(format_info(info, pos, {.show_wdl = true}),
              "info depth 12 seldepth 20 multipv 2 score mate 2 wdl 1000 0 0 nodes 5000 nps 20000 hashfull "
              "17 tbhits 6 "
              "time 250 pv e2e4");
    info.pv.clear();
    info.time = 0;
    EXPECT_EQ(format_info(info, pos, {}),
              "info depth 12 seldepth 20 multipv 2 score mate 2 nodes 5000 nps 5000000 hashfull 17 tbhits 6 "
              "time 0");
}

TEST(Format, CastlingFollowsTheVariant) {
    const Position pos = *parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    SearchInfo info;
    info.pv = {*parse_uci_move(pos, "e1g1")};
    EXPECT_TRUE(format_info(info, pos, {}).ends_with(" pv e1g1"));
    EXPECT_TRUE(format_info(info, pos, {.castling = CastlingNotation::KingTakesRook}).ends_with(" pv e1h1"));
}

TEST(Format, BoardShowsTheFen) {
    const std::string text = format_board(*parse_fen("4k3/8/8/8/8/8/4q3/4K3 w - - 3 40"));
    EXPECT_NE(text.find("Fen: 4k3/8/8/8/8/8/4q3/4K3 w - - 3 40"), std::string::npos);
    EXPECT_NE(text.find("Checkers: e2"), std::string::npos);
}

}  // namespace
}  // namespace stillpoint
