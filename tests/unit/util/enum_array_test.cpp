#include <type_traits>

#include <gtest/gtest.h>

#include "util/containers.h"

namespace stillpoint {
namespace {

enum class Fruit { Apple, Pear, Plum };
enum class Other { First };
using Basket = EnumArray<Fruit, int, 3>;

template <class Index>
constexpr bool kCanIndex = requires(Basket basket, Index i) {
    basket[i];
};

TEST(EnumArray, StartsEmptyAndIsIndexedByItsEnumOnly) {
    Basket basket;
    for (int n : basket) EXPECT_EQ(n, 0);
    basket[Fruit::Pear] = 7;
    EXPECT_EQ(basket.values[1], 7);
    EXPECT_TRUE(kCanIndex<Fruit>);
    EXPECT_FALSE(kCanIndex<Other>);
    EXPECT_FALSE(kCanIndex<int>);
}

TEST(EnumArray, ComparesAndFills) {
    Basket a, b;
    a.fill(3);
    EXPECT_NE(a, b);
    b.fill(3);
    EXPECT_EQ(a, b);
    b[Fruit::Plum] = 4;
    EXPECT_NE(a, b);
    EXPECT_EQ(b.end() - b.begin(), 3);
}

}  // namespace
}  // namespace stillpoint
