#include <limits>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "uci/parse.h"

namespace stillpoint {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0) words.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

GoCommand parsed(std::string_view text, const Position& pos = start_position()) {
    return parse_go(words_of(text), pos);
}

TEST(GoParser, NothingMeansForEver) {
    const GoCommand go = parsed("");
    EXPECT_TRUE(go.complaints.empty());
    EXPECT_FALSE(go.limits.is_bounded(Color::White));
    EXPECT_FALSE(go.limits.infinite);
    EXPECT_EQ(go.perft, 0);
}

TEST(GoParser, ReadsEveryWord) {
    const GoCommand go = parsed(
        "wtime 1000 btime 2000 winc 30 binc 40 movestogo 7 movetime 55 depth 9 nodes 12345 softnodes 99 mate "
        "4 "
        "infinite ponder perft 3 searchmoves e2e4 g1f3");
    EXPECT_TRUE(go.complaints.empty());
    EXPECT_EQ(go.limits.clock[Color::White], 1000);
    EXPECT_EQ(go.limits.clock[Color::Black], 2000);
    EXPECT_EQ(go.limits.increment[Color::White], 30);
    EXPECT_EQ(go.limits.increment[Color::Black], 40);
    EXPECT_EQ(go.limits.moves_to_go, 7);
    EXPECT_EQ(go.limits.move_time, 55);
    EXPECT_EQ(go.limits.depth, 9);
    EXPECT_EQ(go.limits.nodes, 12345u);
    EXPECT_EQ(go.limits.soft_nodes, 99u);
    EXPECT_EQ(go.limits.mate, 4);
    EXPECT_TRUE(go.limits.infinite);
    EXPECT_TRUE(go.limits.ponder);
    EXPECT_EQ(go.perft, 3);
    ASSERT_EQ(go.limits.search_moves.size(), 2u);
    EXPECT_EQ(to_uci(go.limits.search_moves[1], CastlingNotation::KingTwoSquares), "g1f3");
}

TEST(GoParser, OrderDoesNotMatter) {
    const GoCommand go = parsed("searchmoves e2e4 depth 5 wtime 10");
    EXPECT_TRUE(go.complaints.empty());
    EXPECT_EQ(go.limits.depth, 5);
    EXPECT_EQ(go.limits.clock[Color::White], 10);
    EXPECT_EQ(go.limits.search_moves.size(), 1u);
}

TEST(GoParser, ClampsNumbers) {
    const GoCommand go = parsed("depth -1 nodes 0 movetime -5 mate 0 winc -9 movestogo -1 wtime -300");
    EXPECT_TRUE(go.complaints.empty());
    EXPECT_EQ(go.limits.depth, 1);
    EXPECT_EQ(go.limits.nodes, 1u);
    EXPECT_EQ(go.limits.move_time, 1);
    EXPECT_EQ(go.limits.mate, 1);
    EXPECT_EQ(go.limits.increment[Color::White], 0);
    EXPECT_EQ(go.limits.moves_to_go, 0);
    EXPECT_EQ(go.limits.clock[Color::White], -300);
}

TEST(GoParser, HugeNumbersAreLargeNotWrong) {
    const GoCommand go =
        parsed("nodes 99999999999999999999999 wtime -99999999999999999999999 depth 5000000000");
    EXPECT_TRUE(go.complaints.empty());
    EXPECT_GT(*go.limits.nodes, std::uint64_t{1} << 60);
    EXPECT_LT(*go.limits.clock[Color::White], 0);
    EXPECT_EQ(go.limits.depth, 1'000'000);
}

// Found by fuzzing: such a clock and its increment were added.
TEST(GoParser, ClocksCanBeAddedUp) {
    const std::string most = std::to_string(std::numeric_limits<Milliseconds>::max());
    const std::string least = std::to_string(std::numeric_limits<Milliseconds>::min());
    const Limits l = parsed("wtime " + most + " btime " + least + " winc " + most).limits;
    EXPECT_GT(*l.clock[Color::White], 0);
    EXPECT_LT(*l.clock[Color::Black], 0);
    EXPECT_LE(*l.clock[Color::White], std::numeric_limits<Milliseconds>::max() / 4);
    EXPECT_GE(*l.clock[Color::Black], -std::numeric_limits<Milliseconds>::max() / 4);
    EXPECT_LE(l.increment[Color::White], std::numeric_limits<Milliseconds>::max() / 4);
}

TEST(GoParser, ComplainsAboutWhatItLeavesOut) {
    EXPECT_EQ(parsed("depth").complaints.size(), 1u);
    EXPECT_EQ(parsed("depth x").complaints.size(), 1u);
    EXPECT_EQ(parsed("depth 3x").complaints.size(), 1u);
    EXPECT_EQ(parsed("foo bar").complaints.size(), 2u);
    // The word after a missing number still counts.
    const GoCommand go = parsed("nodes depth 4");
    EXPECT_EQ(go.complaints.size(), 1u);
    EXPECT_FALSE(go.limits.nodes);
    EXPECT_EQ(go.limits.depth, 4);
}

TEST(GoParser, SearchMovesLeaveOutIllegalOnes) {
    const GoCommand go = parsed("searchmoves e2e5 e2e4 0000");
    EXPECT_EQ(go.complaints.size(), 1u);  // the null move is what python-chess sends for "any"
    EXPECT_EQ(go.limits.search_moves.size(), 1u);
}

TEST(GoParser, HalfAClockIsNotAnEndlessSearch) {
    const GoCommand other = parsed("btime 500");
    EXPECT_EQ(other.complaints.size(), 1u);
    EXPECT_EQ(other.limits.clock[Color::White], 500);
    const GoCommand increment = parsed("winc 100");
    EXPECT_EQ(increment.complaints.size(), 1u);
    EXPECT_EQ(increment.limits.clock[Color::White], 0);
    // Where another limit ends the search, or none is wanted, there is nothing to guess.
    EXPECT_TRUE(parsed("btime 500 depth 3").complaints.empty());
    EXPECT_TRUE(parsed("btime 500 infinite").complaints.empty());
    EXPECT_TRUE(parsed("btime 500", flipped(start_position())).complaints.empty());
}

}  // namespace
}  // namespace stillpoint
