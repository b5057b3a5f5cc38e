#include "util/nearest.h"

#include <gtest/gtest.h>

#include "util/columns.h"

namespace stillpoint {

namespace {

const std::vector<std::string> kWords = {"bench",  "position",      "go", "--threads",
                                         "--time", "Move Overhead", "d"};

}  // namespace

TEST(Nearest, FindsWhatWasMistyped) {
    EXPECT_EQ(nearest("bnech", kWords), "bench");  // swapped
    EXPECT_EQ(nearest("benhc", kWords), "bench");
    EXPECT_EQ(nearest("postion", kWords), "position");  // missing
    EXPECT_EQ(nearest("benchh", kWords), "bench");      // superfluous
    EXPECT_EQ(nearest("--thraeds", kWords), "--threads");
    EXPECT_EQ(nearest("move overhaed", kWords), "Move Overhead");
    EXPECT_EQ(nearest("BENCH", kWords), "bench");
}

TEST(Nearest, FindsABeginning) {
    EXPECT_EQ(nearest("posi", kWords), "position");
    EXPECT_EQ(nearest("--t", kWords), "");  // two begin like that
}

TEST(Nearest, DoesNotGuessWildly) {
    EXPECT_EQ(nearest("xyzzy", kWords), "");
    EXPECT_EQ(nearest("", kWords), "");
    EXPECT_EQ(nearest("x", kWords), "");
    EXPECT_EQ(nearest(std::string(100000, 'b'), kWords), "");
    EXPECT_EQ(nearest("bench", {}), "");
}

TEST(Nearest, InAMessage) {
    EXPECT_EQ(did_you_mean("bnech", kWords, "see help"), "; did you mean 'bench'?");
    EXPECT_EQ(did_you_mean("xyzzy", kWords, "see help"), "; see help");
}

TEST(Columns, ShortNamesStandBesideTheirMeaning) {
    EXPECT_EQ(two_columns({{"d", "show the board"}, {"fen", "show it as FEN"}}),
              "  d    show the board\n  fen  show it as FEN\n");
}

TEST(Columns, LongNamesStandAbove) {
    EXPECT_EQ(two_columns({{"d", "show the board"}, {"a name that leaves no room", "meaning"}}),
              "  d  show the board\n  a name that leaves no room\n     meaning\n");
}

TEST(Columns, LongMeaningsAreWrapped) {
    std::string meaning;
    for (int i = 0; i < 40; ++i) meaning += (i == 0 ? "" : " ") + std::string("word");
    const std::string text = two_columns({{"name", meaning}});
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
        EXPECT_LE(text.find('\n', at) - at, 80u) << text;
    EXPECT_NE(text.find("\n        word"), std::string::npos);
}

TEST(Columns, LinesStayApart) { EXPECT_EQ(wrapped("one\ntwo three", 2), "one\n  two three"); }

TEST(FirstWord, EndsAtASpace) {
    EXPECT_EQ(first_word("go depth 12"), "go");
    EXPECT_EQ(first_word("uci"), "uci");
    EXPECT_EQ(first_word(""), "");
}

}  // namespace stillpoint
