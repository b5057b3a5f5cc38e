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

    Inbox::Urgent urgent() {
        return {.stop = [this] { ++stops; },
                .quit = [this] { ++quits; },
                .ready = [this] { ++readies; },
                .ended = [this] { ++ends; },
                .searching = [this] { return searching.load(); }};
    }
    std::atomic<int> stops{0}, quits{0}, readies{0}, ends{0};
    std::atomic<bool> searching{false};

    static void wait_until(const std::atomic<int>& number, int value) {
        while (number < value) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

private:
    int ends_[2] = {-1, -1};
};

TEST_F(InboxThreads, LinesComeInOrderUntilTheEnd) {
    Inbox inbox(reading_end(), urgent());
    write("one\ntwo\r\n\nlast");
    end_input();
    for (const char* expected : {"one", "two", "", "last"}) EXPECT_EQ(inbox.next()->text, expected);
    EXPECT_FALSE(inbox.next());
    EXPECT_FALSE(inbox.next());
}

TEST_F(InboxThreads, CloseWakesWhoeverWaits) {
    Inbox inbox(reading_end(), urgent());
    std::thread closer([&] { inbox.close(); });
    EXPECT_FALSE(inbox.next());
    closer.join();
}

TEST_F(InboxThreads, AStopIsHeardOutOfTurn) {
    Inbox inbox(reading_end(), urgent());
    write("position\n  stop\nstop now\n");
    wait_until(stops, 2);
    end_input();
    EXPECT_EQ(inbox.next()->text, "position");
    // They have their turn too: the search they are meant for may only just begin.
    EXPECT_EQ(inbox.next()->text, "  stop");
    EXPECT_EQ(inbox.next()->text, "stop now");
    EXPECT_FALSE(inbox.next());
    EXPECT_EQ(stops, 2);
}

TEST_F(InboxThreads, AStopAfterAGoIsNotForTheSearchBeforeIt) {
    Inbox inbox(reading_end(), urgent());
    write("stop\ngo\nstop\nquit\n");
    wait_until(quits, 1);  // all is read, and the search not begun
    EXPECT_EQ(stops, 1);
}

TEST_F(InboxThreads, AStopThatCameBeforeTheWaitIsHeardInIt) {
    Inbox inbox(reading_end(), urgent());
    write("go\nposition\nstop\ngo\nstop\nquit\n");
    wait_until(quits, 1);  // all is read
    EXPECT_EQ(inbox.next()->text, "go");
    EXPECT_EQ(inbox.next()->text, "position");
    EXPECT_EQ(stops, 0);
    const Inbox::SearchWait wait(inbox);
    EXPECT_EQ(stops, 1);
}

TEST_F(InboxThreads, AQuitIsHeardOutOfTurnAndEndsTheInput) {
    Inbox inbox(reading_end(), urgent());
    write("go\nposition\nquit\nnever read\n");
    wait_until(quits, 1);
    EXPECT_EQ(inbox.next()->text, "go");
    EXPECT_EQ(inbox.next()->text, "position");
    EXPECT_EQ(inbox.next()->text, "quit");
    EXPECT_FALSE(inbox.next());
}

TEST_F(InboxThreads, BehindAWaitNothingIsUrgentButAStop) {
    Inbox inbox(reading_end(), urgent());
    write("position\nwait\nisready\nquit\nstop\n");
    wait_until(stops, 1);
    EXPECT_EQ(inbox.next()->text, "position");
    searching = true;
    {
        const Inbox::SearchWait wait(inbox);
        EXPECT_EQ(readies, 0);
    }
    EXPECT_EQ(inbox.next()->text, "wait");
    {
        const Inbox::SearchWait wait(inbox);
        EXPECT_EQ(readies, 0);
    }
    EXPECT_EQ(inbox.next()->text, "isready");
    EXPECT_EQ(inbox.next()->text, "quit");
    EXPECT_EQ(quits, 0);
}

TEST_F(InboxThreads, IsReadyIsAnsweredWhileASearchIsWaitedFor) {
    Inbox inbox(reading_end(), urgent());
    write("isready\nposition\n");
    EXPECT_EQ(inbox.next()->text, "isready");
    EXPECT_EQ(inbox.next()->text, "position");
    searching = true;
    {
        const Inbox::SearchWait wait(inbox);
        write("setoption\nisready\n");
        wait_until(readies, 1);
        // A search that was stopped has ended in a moment.
        write("stop\nisready\n");
        wait_until(stops, 1);
    }
    EXPECT_EQ(inbox.next()->text, "setoption");
    EXPECT_EQ(inbox.next()->text, "stop");
    EXPECT_EQ(inbox.next()->text, "isready");
    EXPECT_EQ(readies, 1);
}

TEST_F(InboxThreads, AnIsReadyThatCameBeforeTheWaitIsAnsweredInIt) {
    Inbox inbox(reading_end(), urgent());
    write("position\nsetoption\nisready\ngo\nisready\nquit\n");
    wait_until(quits, 1);  // all is read
    EXPECT_EQ(inbox.next()->text, "position");
    searching = true;
    {
        const Inbox::SearchWait wait(inbox);
        EXPECT_EQ(readies, 2);
    }
    EXPECT_EQ(inbox.next()->text, "setoption");
    EXPECT_EQ(inbox.next()->text, "go");
    EXPECT_EQ(inbox.next()->text, "quit");
}

TEST_F(InboxThreads, AnIsReadyAfterTheAnswerHasItsTurn) {
    Inbox inbox(reading_end(), urgent());
    searching = true;
    {
        const Inbox::SearchWait wait(inbox);
        searching = false;
        write("position\nisready\nquit\n");
        wait_until(quits, 1);
    }
    EXPECT_EQ(readies, 0);
    EXPECT_EQ(inbox.next()->text, "position");
    EXPECT_EQ(inbox.next()->text, "isready");
}

TEST_F(InboxThreads, TheEndOfInputIsHeardWhileASearchIsWaitedFor) {
    {
        Inbox inbox(reading_end(), urgent());
        const Inbox::SearchWait wait(inbox);
        EXPECT_EQ(ends, 0);
        end_input();
        wait_until(ends, 1);
    }
    EXPECT_EQ(quits, 0);
}

}  // namespace
}  // namespace stillpoint
