#include <gtest/gtest.h>

#include "analysis/epd.h"
#include "analysis/score_text.h"
#include "analysis/searcher.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "util/progress.h"
#include "util/terminal.h"
#include "util/text.h"

namespace stillpoint {
namespace {

TEST(Duration, ReadsUnits) {
    EXPECT_EQ(parse_duration("2"), 2000);
    EXPECT_EQ(parse_duration("2.5s"), 2500);
    EXPECT_EQ(parse_duration("300ms"), 300);
    EXPECT_EQ(parse_duration("3m"), 180000);
    for (const char* bad : {"", "x", "-1", "0", "1 s", "1x", "nan", "1e99"})
        EXPECT_FALSE(parse_duration(bad)) << bad;
}

TEST(ScoreText, IsFromWhitesPointOfView) {
    const Position white = start_position();
    const Position black = *parse_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    EXPECT_EQ(white_score_text(0, white), "0.00");
    EXPECT_EQ(white_score_text(mate_in(5), white), "#3");
    EXPECT_EQ(white_score_text(mate_in(5), black), "#-3");
    EXPECT_EQ(white_score_text(mated_in(4), black), "#2");
    EXPECT_EQ(eval_comment_text(mated_in(4), white), "#-2");
    EXPECT_EQ(white_score_text(300, white), "+" + eval_comment_text(300, white));
    EXPECT_EQ(white_score_text(300, black)[0], '-');
    EXPECT_DOUBLE_EQ(winning_chance(mate_in(3), white), 1.0);
    EXPECT_DOUBLE_EQ(white_winning_chance(mate_in(3), black), 0.0);
}

TEST(ScoreText, ShortNumbers) {
    EXPECT_EQ(short_count(9999), "9999");
    EXPECT_EQ(short_count(12345), "12 k");
    EXPECT_EQ(short_count(1234567), "1.23 M");
    EXPECT_EQ(short_time(83999), "1:23");
    EXPECT_EQ(short_time(3723000), "1:02:03");
}

TEST(Terminal, WidthCountsWhatIsSeen) {
    EXPECT_EQ(display_width("a♞b"), 3);
    EXPECT_EQ(display_width("\x1b[1mab\x1b[0m"), 2);
    EXPECT_EQ(fit_width("abcdef", 4, true), "abc…");
    EXPECT_EQ(fit_width("abcdef", 4, false), "a...");
    EXPECT_EQ(fit_width("abcd", 4, false), "abcd");
    EXPECT_EQ(fit_width("\x1b[1mabcdef\x1b[0m", 4, true), "\x1b[1mabc…\x1b[0m");
}

TEST(Progress, Golden) {
    EXPECT_EQ(progress_line({0.5, "5/10 games", 65}, 60, false),
              std::string(15, '#') + std::string(15, '-') + "   50 %  ETA 1:05  5/10 games");
    EXPECT_EQ(progress_line({1, "done", -1}, 20, true), "██████  100 %  done");
    EXPECT_EQ(progress_line({0, "narrow", -1}, 12, false), "  0 %  na...");
    EXPECT_EQ(progress_line({std::nullopt, "12 games so far", -1}, 60, false), "12 games so far");
}

TEST(Epd, ReadsOperationsAsTheyAreWritten) {
    const auto record = parse_epd(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id \"a; b\";c0 \"x\" ; hmvc 3");
    ASSERT_TRUE(record) << record.error();
    EXPECT_EQ(record->find("bm")->operands, (std::vector<std::string>{"e4", "d4"}));
    EXPECT_EQ(record->find("id")->operands, std::vector<std::string>{"a; b"});
    EXPECT_EQ(record->find("c0")->operands, std::vector<std::string>{"x"});
    EXPECT_EQ(record->find("dm"), nullptr);
    EXPECT_TRUE(parse_epd("4k3/8/8/8/8/8/8/4K2R w K - 3 12 bm O-O;"));
    EXPECT_FALSE(parse_epd("4k3/8/8 w"));
    EXPECT_FALSE(parse_epd(""));
}

TEST(Searcher, FindsAMateAndForgets) {
    Searcher searcher(nullptr, 1);
    const Position pos = *parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    SoloTask task;
    task.limits.nodes = 3000;
    task.multi_pv = 2;
    const Analysis first = searcher.analyse(pos, task);
    ASSERT_EQ(first.lines.size(), 2u);
    EXPECT_EQ(first.score, mate_in(1));
    EXPECT_EQ(to_uci(first.best_move(), CastlingNotation::KingTwoSquares), "a1a8");
    searcher.forget();
    const Analysis second = searcher.analyse(pos, task);
    EXPECT_EQ(second.lines[1].pv, first.lines[1].pv);
    EXPECT_EQ(second.nodes, first.nodes);
}

TEST(Searcher, FinishedGamesNeedNoSearch) {
    Searcher searcher(nullptr, 1);
    SoloTask task;
    task.limits.nodes = 1;
    const Analysis mated = searcher.analyse(*parse_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), task);
    EXPECT_TRUE(mated.lines.empty());
    EXPECT_EQ(mated.score, mated_in(0));
    EXPECT_EQ(searcher.analyse(*parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), task).score, kDrawScore);
}

TEST(Searcher, ACancelledTaskEndsAtOnce) {
    Searcher searcher(nullptr, 1);
    const std::atomic<bool> cancelled{true};
    SoloTask task;
    task.limits.depth = 200;
    task.cancelled = &cancelled;
    EXPECT_FALSE(searcher.analyse(start_position(), task).lines.empty());
}

}  // namespace
}  // namespace stillpoint
