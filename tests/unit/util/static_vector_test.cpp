#include <numeric>

#include <gtest/gtest.h>

#include "util/containers.h"

namespace stillpoint {
namespace {

TEST(StaticVector, FillsUpAndEmpties) {
    StaticVector<int, 4> v;
    EXPECT_TRUE(v.empty());
    EXPECT_EQ(v.capacity(), 4U);
    for (int i = 1; i <= 4; ++i) {
        v.push_back(i * 10);
        EXPECT_EQ(v.size(), static_cast<std::size_t>(i));
        EXPECT_EQ(v.back(), i * 10);
    }
    EXPECT_EQ(std::accumulate(v.begin(), v.end(), 0), 100);
    v.pop_back();
    EXPECT_EQ(v.back(), 30);
    v[0] = 5;
    EXPECT_EQ(*v.begin(), 5);
    v.resize(1);
    EXPECT_EQ(v.size(), 1U);
    EXPECT_EQ(v.back(), 5);
    v.clear();
    EXPECT_TRUE(v.empty());
    EXPECT_EQ(v.begin(), v.end());
}

TEST(StaticVector, CopiesAreSeparate) {
    StaticVector<int, 4> a;
    a.push_back(1);
    a.push_back(2);
    StaticVector<int, 4> b = a;
    b[0] = 9;
    b.push_back(3);
    EXPECT_EQ(a.size(), 2U);
    EXPECT_EQ(a[0], 1);
    EXPECT_EQ(b.size(), 3U);
    EXPECT_EQ(b[1], 2);
    const auto& view = b;
    EXPECT_EQ(view.back(), 3);
    EXPECT_EQ(view.end() - view.begin(), 3);
}

#ifdef STILLPOINT_ASSERTS
TEST(StaticVectorDeathTest, OverflowIsCaughtInCheckedBuilds) {
    StaticVector<int, 1> v;
    v.push_back(1);
    EXPECT_DEATH(v.push_back(2), "assertion failed");
    EXPECT_DEATH(v.resize(2), "assertion failed");
}
#endif

}  // namespace
}  // namespace stillpoint
