#include "util/text.h"

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

TEST(Format, IsWhatPrintfPrints) {
    EXPECT_EQ(format("%d %s %.2f%%", 7, "x", 1.5), "7 x 1.50%");
    EXPECT_EQ(format("%s", ""), "");
    EXPECT_EQ(format("%1000d", 1).size(), 1000u);
}

}  // namespace
}  // namespace stillpoint
