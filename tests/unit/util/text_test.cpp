#include "util/text.h"

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

TEST(Format, IsWhatPrintfPrints) {
    EXPECT_EQ(format("%d %s %.2f%%", 7, "x", 1.5), "7 x 1.50%");
    EXPECT_EQ(format("%s", ""), "");
    EXPECT_EQ(format("%1000d", 1).size(), 1000u);
}

TEST(CollapseSpace, TrimsAndJoins) {
    EXPECT_EQ(collapse_space(" a\t b\r\n\x7f c "), "a b c");
    EXPECT_EQ(collapse_space(" \n "), "");
}

TEST(InQuotes, StaysShortAndPrintable) {
    EXPECT_EQ(in_quotes(""), "''");
    EXPECT_EQ(in_quotes("\ne9\xff"), "'?e9?'");
    EXPECT_EQ(in_quotes(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
    EXPECT_EQ(in_quotes(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
}

TEST(ParseDecimal, TakesPlainNumbersAndNothingElse) {
    EXPECT_EQ(parse_decimal("12"), 12.0);
    EXPECT_EQ(parse_decimal("-0.5"), -0.5);
    for (const char* bad : {"", "x", "1x", " 1", "1 ", "nan", "inf", "0x10", "1e3", "1.2.3", "--1", "."})
        EXPECT_FALSE(parse_decimal(bad)) << bad;
}

}  // namespace
}  // namespace stillpoint
