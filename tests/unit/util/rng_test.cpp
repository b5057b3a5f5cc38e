#include "util/rng.h"

#include <array>
#include <limits>

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

TEST(Rng, SameSeedSameNumbers) {
    Rng a(7), b(7), c(8);
    int differences = 0;
    for (int i = 0; i < 100; ++i) {
        const auto number = a.next();
        EXPECT_EQ(number, b.next());
        differences += number != c.next();
    }
    EXPECT_EQ(differences, 100);
}

TEST(Rng, FirstNumbersAreSplitMix64) {
    // From the published reference implementation with seed 0.
    Rng rng(0);
    EXPECT_EQ(rng.next(), 0xE220A8397B1DCDAFULL);
    EXPECT_EQ(rng.next(), 0x6E789E6AA1B965F4ULL);
    EXPECT_EQ(rng.next(), 0x06C45D188009454FULL);
}

TEST(Rng, BelowStaysInRangeAndIsEven) {
    Rng rng(1);
    std::array<int, 10> seen{};
    for (int i = 0; i < 100'000; ++i) {
        const std::uint32_t n = rng.below(10);
        ASSERT_LT(n, 10U);
        ++seen[n];
    }
    for (int times : seen) {
        EXPECT_GT(times, 9'500);
        EXPECT_LT(times, 10'500);
    }
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(rng.below(1), 0U);
    constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
    for (int i = 0; i < 1000; ++i) ASSERT_LT(rng.below(kMost), kMost);
}

TEST(Rng, UnitStaysBelowOne) {
    Rng rng(2);
    double sum = 0;
    for (int i = 0; i < 100'000; ++i) {
        const double x = rng.unit();
        ASSERT_GE(x, 0.0);
        ASSERT_LT(x, 1.0);
        sum += x;
    }
    EXPECT_NEAR(sum / 100'000, 0.5, 0.01);
}

TEST(Rng, WorksAtCompileTime) {
    constexpr std::uint64_t kFirst = [] {
        Rng rng(0);
        return rng.next();
    }();
    EXPECT_EQ(kFirst, 0xE220A8397B1DCDAFULL);
}

}  // namespace
}  // namespace stillpoint
