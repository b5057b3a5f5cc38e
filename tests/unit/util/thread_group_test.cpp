#include "util/thread_group.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

TEST(ThreadGroup, RunsEachNumberOnce) {
    std::vector<std::atomic<int>> runs(8);
    ThreadGroup threads(8, [&](int i) { ++runs[static_cast<std::size_t>(i)]; });
    threads.join();
    EXPECT_FALSE(threads.is_running());
    for (const auto& n : runs) EXPECT_EQ(n, 1);
}

TEST(ThreadGroup, AnExceptionReachesTheCallerAndTheOthersGoOn) {
    std::atomic<int> done{0};
    ThreadGroup threads(4, [&](int i) {
        if (i == 1) throw std::runtime_error("one");
        ++done;
    });
    EXPECT_THROW(threads.join(), std::runtime_error);
    EXPECT_EQ(done, 3);
    threads.join();
}

TEST(ThreadGroup, MayBeDroppedWithAnExceptionInside) {
    ThreadGroup(2, [](int) { throw std::runtime_error("nobody asks"); });
}

}  // namespace
}  // namespace stillpoint
