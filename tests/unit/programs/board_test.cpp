#include <gtest/gtest.h>

#if __has_include(<httplib.h>)
#include <set>
#include <thread>

#include "programs/board/line_feed.h"
#include "programs/board/open_answers.h"
#include "programs/board/page_rules.h"

namespace stillpoint {

namespace {

using std::chrono::milliseconds;

TEST(BoardGate, AdmitsOnlyItsOwnNameAndPage) {
    const Gate gate(7878, "secret");
    EXPECT_TRUE(gate.admits("127.0.0.1:7878", ""));
    EXPECT_TRUE(gate.admits("localhost:7878", "http://localhost:7878"));
    EXPECT_FALSE(gate.admits("127.0.0.1", ""));
    EXPECT_FALSE(gate.admits("127.0.0.1:7879", ""));
    EXPECT_FALSE(gate.admits("evil.example:7878", ""));
    EXPECT_FALSE(gate.admits("127.0.0.1:7878", "http://evil.example"));
    EXPECT_FALSE(gate.admits("127.0.0.1:7878", "null"));
    EXPECT_FALSE(gate.admits("127.0.0.1:7878", "https://127.0.0.1:7878"));
}

TEST(BoardGate, ComparesTheWholeSecret) {
    const Gate gate(1, "secret");
    EXPECT_TRUE(gate.knows_secret("Bearer secret"));
    for (const char* wrong : {"", "secret", "Bearer ", "Bearer secre", "Bearer secrets", "Basic secret"})
        EXPECT_FALSE(gate.knows_secret(wrong)) << wrong;
}

TEST(BoardGate, TokensAreLongAndDiffer) {
    std::set<std::string> tokens;
    for (int i = 0; i < 100; ++i) tokens.insert(random_token());
    EXPECT_EQ(tokens.size(), 100U);
    EXPECT_EQ(tokens.begin()->size(), 32U);
}

TEST(CacheRule, OnlyWhatIsNamedByItsChecksumIsKept) {
    EXPECT_NE(cache_rule("/engine/stillpoint-0123456789ab.nn").find("immutable"), std::string_view::npos);
    for (const char* path : {"/", "/app.js", "/engine/files.json", "/engine/stillpoint-single.wasm",
                             "/native/about", "/engine/.nn", "/other.nn"})
        EXPECT_EQ(cache_rule(path), "no-cache") << path;
}

TEST(PageCommands, SearchAndAskButTouchNoFiles) {
    for (const char* line :
         {"uci", "go infinite", "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1", "setoption name Hash value 64",
          "setoption name Clear Hash", "setoption name SyzygyPath value /tables", "why e2e4 json",
          "probe json", "horizon depth 4", "review start startpos moves e2e4", "explain json line e2e4"})
        EXPECT_EQ(line_for_engine(line, "T"), line) << line;
    for (const char* line : {"",
                             " ",
                             "quit",
                             "savehash x",
                             "loadhash x",
                             "export_net x",
                             "bench",
                             "#uci",
                             "setoption name Debug Log File value x",
                             "setoption name DEBUG_LogFile value x",
                             "setoption name EvalFile value x",
                             "horizon suite x",
                             "stats steady suite x",
                             "trace depth 5 file x",
                             "trace show x",
                             "trace export x json",
                             "setoption junk name EvalFile value x",
                             "setoption xname EvalFile value x",
                             "setoption name EvalFile valuex",
                             "setoption\tname EvalFile value x",
                             "uci\nquit",
                             "uci\rquit"})
        EXPECT_FALSE(line_for_engine(line, "T")) << line;
}

TEST(PageCommands, TheTreeHasAFileOfItsOwn) {
    EXPECT_EQ(line_for_engine(" trace depth 5 nodes 9", "T"), "trace depth 5 nodes 9 file T");
    EXPECT_EQ(line_for_engine("trace export json id=3 depth 2", "T"), "trace export T json id=3 depth 2");
}

TEST(LineFeed, GivesAllLinesAtOnceAndWaitsForTheFirst) {
    LineFeed feed;
    const auto ticket = feed.join();
    EXPECT_EQ(feed.take(ticket, milliseconds(1)), "");
    feed.push("one");
    feed.push("two");
    EXPECT_EQ(feed.take(ticket, milliseconds(1)), "one\ntwo\n");
    std::thread later([&] { feed.push("three"); });
    EXPECT_EQ(feed.take(ticket, milliseconds(10'000)), "three\n");
    later.join();
}

TEST(LineFeed, ANewListenerTakesOver) {
    LineFeed feed;
    const auto old_one = feed.join();
    feed.push("for the old one");
    const auto new_one = feed.join();
    EXPECT_FALSE(feed.is_current(old_one));
    EXPECT_FALSE(feed.take(old_one, milliseconds(10'000)));
    EXPECT_EQ(feed.take(new_one, milliseconds(1)), "");
    feed.close();
    EXPECT_FALSE(feed.take(new_one, milliseconds(10'000)));
    EXPECT_FALSE(feed.is_current(new_one));
}

TEST(OpenAnswers, SettlesWhenEverySearchAndQuestionIsAnswered) {
    OpenAnswers answers;
    EXPECT_FALSE(answers.any());
    for (const char* command :
         {"go infinite", "stop", "isready", "go depth 3", "position startpos", "go perft 3"})
        answers.asked(command);
    answers.answered("info depth 1 pv e2e4");
    answers.answered("readyok");
    answers.answered("bestmove e2e4 ponder e7e5");
    EXPECT_FALSE(answers.settle(milliseconds(1)));
    std::thread later([&] { answers.answered("bestmove e2e4"); });
    EXPECT_TRUE(answers.settle(milliseconds(10'000)));
    later.join();
    EXPECT_FALSE(answers.any());
}

TEST(OpenAnswers, AnEngineThatEndedOwesNothing) {
    OpenAnswers answers;
    answers.asked("go infinite");
    EXPECT_TRUE(answers.any());
    answers.forget();
    EXPECT_FALSE(answers.any());
    answers.answered("bestmove e2e4");  // of the engine before: not a credit
    answers.asked("go infinite");
    EXPECT_TRUE(answers.any());
}

}  // namespace

}  // namespace stillpoint
#endif
