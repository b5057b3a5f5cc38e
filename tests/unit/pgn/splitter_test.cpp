#include <gtest/gtest.h>

#include "tests/unit/pgn/read_text.h"

namespace stillpoint::pgn {
namespace {

TEST(PgnSplitter, EmptyInputHasNoGames) {
    EXPECT_TRUE(split_text("").empty());
    EXPECT_TRUE(split_text(" \r\n\n\t").empty());
    EXPECT_TRUE(split_text("\xEF\xBB\xBF").empty());
}

TEST(PgnSplitter, GamesBeginWithTagsOrAfterAResult) {
    const auto games =
        split_text("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 1-0\n1. c4 0-1 1. b4 *");
    ASSERT_EQ(games.size(), 4u);
    EXPECT_EQ(games[0].line, 1u);
    EXPECT_EQ(games[1].line, 5u);
    EXPECT_EQ(games[2].line, 8u);
    EXPECT_EQ(games[3].number, 4u);
    EXPECT_FALSE(games[2].at_end);
    EXPECT_TRUE(games[3].at_end);
}

TEST(PgnSplitter, KnowsCommentsVariationsAndEscapedLines) {
    const auto games = split_text(
        "1. e4 {not the end: 1-0\n[White \"x\"] either} (1. d4 1-0) ; nor here 1-0\n"
        "% [Event \"escaped\"]\ne5 1-0 {after the result}\n[Event \"b\"]\n*\n");
    ASSERT_EQ(games.size(), 2u);
    EXPECT_NE(games[0].text.find("after the result"), std::string::npos);
    EXPECT_EQ(games[0].text.find("escaped"), std::string::npos);
    EXPECT_EQ(games[1].line, 5u);
}

TEST(PgnSplitter, AnOpenCommentEndsAtTheNextEvent) {
    const auto games = split_text("1. e4 {never closed\n1-0\n\n[Event \"b\"]\n\n1. d4 *\n");
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(games[1].line, 4u);
}

TEST(PgnSplitter, GamesWithoutMovesAreToldApart) {
    EXPECT_EQ(split_text("[Event \"a\"]\n[Site \"]\"]\n\n[Event \"b\"]\n\n[Event \"c\"]\n").size(), 3u);
}

TEST(PgnSplitter, BracketsInTagsDontEndThem) {
    EXPECT_EQ(split_text("[Event \"a [b] 1-0\"]\n[White \"x\"]\n1. e4 *\n").size(), 1u);
}

TEST(PgnSplitter, WindowsAndOldMacLineEndsCount) {
    EXPECT_EQ(split_text("[Event \"a\"]\r\n\r\n*\r\n[Event \"b\"]\r\n*").at(1).line, 4u);
    EXPECT_EQ(split_text("[Event \"a\"]\r\r*\r[Event \"b\"]\r*").at(1).line, 4u);
}

TEST(PgnSplitter, MarksOfConcatenatedFilesAreSkipped) {
    const auto games = split_text("\xEF\xBB\xBF[Event \"a\"]\n*\n\xEF\xBB\xBF[Event \"b\"]\n*\n");
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(games[1].text[0], '[');
}

TEST(PgnSplitter, GamesThatAreTooLongAreCutAndTheNextIsFound) {
    const auto games = split_text("1. e4 {" + std::string(5000, 'x') + "} *\n[Event \"b\"]\n*\n", 1000);
    ASSERT_EQ(games.size(), 2u);
    EXPECT_TRUE(games[0].too_long);
    EXPECT_LE(games[0].text.size(), 1000u);
    EXPECT_FALSE(games[1].too_long);
}

TEST(PgnSplitter, ManyGamesAcrossBufferBorders) {
    std::string text;
    for (int i = 0; i < 5000; ++i)
        text += "[Event \"" + std::to_string(i) + "\"]\n\n1. e4 e5 {text} 1/2-1/2\n\n";
    const auto games = split_text(text);
    ASSERT_EQ(games.size(), 5000u);
    for (std::size_t i = 0; i < games.size(); ++i) {
        EXPECT_EQ(games[i].line, i * 4 + 1);
        EXPECT_TRUE(games[i].text.starts_with("[Event \"" + std::to_string(i) + "\"]"));
    }
    EXPECT_LE(games.back().end, text.size());
}

}  // namespace
}  // namespace stillpoint::pgn
