#include "util/utf8.h"

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

TEST(Printable, KeepsWhatCanBeRead) {
    for (const char* text : {"", "plain text", "Häuser", "♔ e4", "日本", "\xf0\x9f\x98\x80"})
        EXPECT_EQ(printable(text), text);
}

TEST(Printable, ReplacesTheRest) {
    EXPECT_EQ(printable(std::string_view("a\0b\nc\x7f", 6)), "a?b?c?");
    EXPECT_EQ(printable("\xff\xfe"), "??");
    EXPECT_EQ(printable("\xc3"), "?");                 // cut off
    EXPECT_EQ(printable("\xc3("), "?(");               // not continued
    EXPECT_EQ(printable("\xc0\x80"), "??");            // longer than needed
    EXPECT_EQ(printable("\xe0\x80\x80"), "???");       // likewise
    EXPECT_EQ(printable("\xed\xa0\x80"), "???");       // half of a pair
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????");  // beyond the last character
    EXPECT_EQ(printable("\xc2\x85"), "??");            // a control character
    EXPECT_EQ(printable("x\x80y"), "x?y");
}

TEST(ToUtf8, TakesAnythingElseForLatin1) {
    for (const char* text : {"", "plain\ttext", "Häuser", "\xf0\x9f\x98\x80"}) EXPECT_EQ(to_utf8(text), text);
    EXPECT_EQ(to_utf8("caf\xe9"), "café");
    EXPECT_EQ(to_utf8("\xc3\xa9 \xe9"), "Ã© é") << "all of the text or none";
}

}  // namespace
}  // namespace stillpoint
