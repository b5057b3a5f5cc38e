
#include <set>

#include <gtest/gtest.h>

#include "chess/fen.h"

namespace stillpoint {
namespace {

std::string back_rank_of(const Position& pos) {
    const std::string fen = to_fen(pos, FenStyle::Shredder);
    const std::string board = fen.substr(0, fen.find(' '));
    return board.substr(board.rfind('/') + 1);
}

TEST(Fischer, KnownNumbers) {
    EXPECT_EQ(to_fen(fischer_position(518, 518)), kStartFen);
    EXPECT_EQ(back_rank_of(fischer_position(0, 0)), "BBQNNRKR");
    EXPECT_EQ(back_rank_of(fischer_position(959, 0)), "RKRNNQBB");
}

TEST(Fischer, AllAreDifferentAndProper) {
    std::set<std::string> seen;
    for (int number = 0; number < kFischerStarts; ++number) {
        const Position pos = fischer_position(number, kFischerStarts - 1 - number);
        const std::string rank = back_rank_of(pos);
        seen.insert(rank);
        EXPECT_LT(rank.find('R'), rank.find('K'));
        EXPECT_GT(rank.rfind('R'), rank.find('K'));
        EXPECT_NE(rank.find('B') % 2, rank.rfind('B') % 2);
        EXPECT_EQ(pos.castling_rights(), 15);
    }
    EXPECT_EQ(seen.size(), 960u);
}

}  // namespace
}  // namespace stillpoint
