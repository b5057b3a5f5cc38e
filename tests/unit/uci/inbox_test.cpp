#include "uci/inbox.h"

#include <atomic>
#include <chrono>
#include <string_view>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

namespace stillpoint {
namespace {

class InboxThreads : public testing::Test {
protected:
    InboxThreads() { EXPECT_EQ(pipe(ends_), 0); }
    ~InboxThreads() override { end_input(); }

    void write(std::string_view text) {
        EXPECT_EQ(::write(ends_[1], text.data(), text.size()), ssize_t(text.size()));
    }
    void end_input() {
        if (ends_[1] >= 0) close(ends_[1]);
        ends_[1] = -1;
    }
    int reading_end() const { return ends_[0]; }

    static void wait_until(const std::atomic<int>& number, int value) {
        while (number < value) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

private:
    int ends_[2] = {-1, -1};
};

TEST_F(InboxThreads, LinesComeInOrderUntilTheEnd) {
    Inbox inbox(reading_end());
    write("one\ntwo\r\n\nlast");
    end_input();
    for (const char* expected : {"one", "two", "", "last"}) EXPECT_EQ(inbox.next()->text, expected);
    EXPECT_FALSE(inbox.next());
    EXPECT_FALSE(inbox.next());
}

TEST_F(InboxThreads, CloseWakesWhoeverWaits) {
    Inbox inbox(reading_end());
    std::thread closer([&] { inbox.close(); });
    EXPECT_FALSE(inbox.next());
    closer.join();
}

TEST_F(InboxThreads, AStopIsHeardOutOfTurn) {
    Inbox inbox(reading_end());
    std::atomic<int> stops{0};
    write("position\n");
    {
        const Inbox::StopWatch watch(inbox, Inbox::After::Taken, [&] { ++stops; });
        write("isready\n  stop\n");
        wait_until(stops, 1);
        write("stop now\n");
        wait_until(stops, 2);
    }
    end_input();
    EXPECT_EQ(inbox.next()->text, "position");
    EXPECT_EQ(inbox.next()->text, "isready");
    EXPECT_FALSE(inbox.next());
    EXPECT_EQ(stops, 2);
}

TEST_F(InboxThreads, AStopAfterAGoIsNotForThisSearch) {
    Inbox inbox(reading_end());
    std::atomic<int> stops{0};
    write("first\nstop\ngo\nstop\n");
    EXPECT_EQ(inbox.next()->text, "first");
    {
        const Inbox::StopWatch watch(inbox, Inbox::After::Taken, [&] { ++stops; });
        wait_until(stops, 1);
        write("stop\n");
    }
    end_input();
    EXPECT_EQ(inbox.next()->text, "go");
    EXPECT_EQ(inbox.next()->text, "stop");
    EXPECT_EQ(inbox.next()->text, "stop");
    EXPECT_FALSE(inbox.next());
    EXPECT_EQ(stops, 1);
}

TEST_F(InboxThreads, AStopForAGoThatWaitsStaysForIt) {
    Inbox inbox(reading_end());
    std::atomic<int> stops{0};
    write("go\nstop\n");
    EXPECT_EQ(inbox.next()->text, "go");
    {
        const Inbox::StopWatch watch(inbox, Inbox::After::Kept, [&] { ++stops; });
        wait_until(stops, 1);
        write("stop now\n");
        wait_until(stops, 2);
    }
    end_input();
    EXPECT_EQ(inbox.next()->text, "stop");
    EXPECT_EQ(inbox.next()->text, "stop now");
    EXPECT_FALSE(inbox.next());
}

}  // namespace
}  // namespace stillpoint
