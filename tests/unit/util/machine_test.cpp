#include "util/machine.h"

#include <thread>

#include <gtest/gtest.h>

#ifdef __linux__
#include <sched.h>
#include <sys/resource.h>
#endif

namespace stillpoint {
namespace {

TEST(Machine, HasCoresMemoryAndTheProgram) {
    EXPECT_GE(available_cores(), 1);
    if (const auto free = free_mebibytes(); free && memory_mebibytes() > 0) {
        EXPECT_LE(*free, memory_mebibytes());
    }
    EXPECT_NE(own_program().find("unit_util"), std::string::npos);
}

#ifdef __linux__
TEST(Machine, ShortTurnsChangeNeitherPriorityNorPolicy) {
    std::thread([] {
        // Of this thread alone: that is what Linux does with the id 0.
        ASSERT_EQ(setpriority(PRIO_PROCESS, 0, 5), 0);
        ask_for_short_turns();
        EXPECT_EQ(getpriority(PRIO_PROCESS, 0), 5);
        EXPECT_EQ(sched_getscheduler(0), SCHED_OTHER);
    }).join();
}
#endif

}  // namespace
}  // namespace stillpoint
