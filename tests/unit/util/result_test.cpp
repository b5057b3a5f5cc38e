#include "util/result.h"

#include <memory>
#include <variant>

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

Result<int> half(int n) {
    if (n % 2 != 0) return Error{std::to_string(n) + " is odd"};
    return n / 2;
}

TEST(Result, HoldsAValueOrAnError) {
    const Result<int> good = half(8), bad = half(3);
    EXPECT_TRUE(good.ok());
    EXPECT_TRUE(static_cast<bool>(good));
    EXPECT_EQ(*good, 4);
    EXPECT_EQ(good.value(), 4);
    EXPECT_FALSE(bad.ok());
    EXPECT_FALSE(static_cast<bool>(bad));
    EXPECT_EQ(bad.error(), "3 is odd");
}

TEST(Result, AskingForWhatIsNotThereThrows) {
    EXPECT_THROW(static_cast<void>(half(3).value()), std::bad_variant_access);
    EXPECT_THROW(static_cast<void>(half(2).error()), std::bad_variant_access);
}

TEST(Result, WorksWithStringsAndMoveOnlyValues) {
    Result<std::string> text(std::string("abc"));
    text->push_back('d');
    EXPECT_EQ(*text, "abcd");
    Result<std::unique_ptr<int>> pointer(std::make_unique<int>(5));
    const std::unique_ptr<int> taken = std::move(*pointer);
    EXPECT_EQ(*taken, 5);
}

}  // namespace
}  // namespace stillpoint
