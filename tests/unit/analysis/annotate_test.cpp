#include <filesystem>
#include <map>

#include <gtest/gtest.h>

#include "analysis/annotator.h"
#include "analysis/report.h"
#include "chess/notation.h"
#include "pgn/writer.h"
#include "tests/unit/pgn/read_text.h"
#include "tests/unit/support/temp_dir.h"

namespace stillpoint {
namespace {

std::vector<Move> line(const Position& start, const std::vector<const char*>& sans) {
    std::vector<Move> moves;
    Position pos = start;
    for (const char* san : sans) {
        moves.push_back(*parse_san(pos, san));
        pos.make(moves.back());
    }
    return moves;
}

Reason reason_for(const char* fen, const std::vector<const char*>& sans) {
    const Position pos = *parse_fen(fen);
    return find_reason(pos, line(pos, sans));
}

TEST(Reason, MateMustBeOnTheBoard) {
    EXPECT_EQ(reason_for("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", {"Ra8"}).missed(), "Misses mate in 1.");
    EXPECT_EQ(reason_for("6k1/5ppp/8/8/8/8/8/RR2K3 w Q - 0 1", {"Rb7"}).allowed(), "");
}

TEST(Reason, NamesTacticsThatWork) {
    // Knight takes the rook it forks with the king.
    const Reason fork = reason_for("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", {"Nc7+", "Kd7", "Nxa8"});
    EXPECT_EQ(fork.missed(), "Misses a fork that wins a rook.");
    EXPECT_EQ(fork.allowed(), "Allows a fork that wins a rook.");
    EXPECT_EQ(fork.remark(), "wins a rook");
    EXPECT_EQ(reason_for("4k3/8/4n3/8/8/8/3P4/R3K3 w - - 0 1", {"Ra6", "Kf7", "Rxe6", "Kxe6"}).winning, "");
    EXPECT_EQ(reason_for("q3k3/8/8/8/8/8/8/3RK3 w - - 0 1", {"Rd8+", "Qxd8"}).winning, "");
    EXPECT_EQ(reason_for("4k2q/8/8/8/8/8/8/1R2K3 w - - 0 1", {"Rb8+", "Kd7", "Rxh8"}).missed(),
              "Misses a skewer that wins a queen.");
    EXPECT_EQ(reason_for("4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1", {"Bb5", "Kd7", "Bxc6+", "Kxc6"}).winning, "");
    EXPECT_EQ(reason_for("4k3/8/2n5/3P4/8/8/8/4KB2 w - - 0 1", {"Bb5", "Kd7", "dxc6+", "Kd6"}).missed(),
              "Misses a pin that wins a piece.");
}

TEST(Reason, ACutOffExchangeWinsNothing) {
    // The rook takes a defended knight: the line ends before it is taken back.
    EXPECT_TRUE(reason_for("4k3/3p4/2n5/8/8/8/8/2R1K3 w - - 0 1", {"Rxc6"}).empty());
    EXPECT_EQ(reason_for("4k3/8/2n5/8/8/8/8/2R1K3 w - - 0 1", {"Rxc6"}).winning, "a piece");
}

TEST(Judgement, Thresholds) {
    EXPECT_EQ(judge_loss(0.09, {}), Judgement::None);
    EXPECT_EQ(judge_loss(0.10, {}), Judgement::Inaccuracy);
    EXPECT_EQ(judge_loss(0.20, {}), Judgement::Mistake);
    EXPECT_EQ(judge_loss(0.35, {}), Judgement::Blunder);
    EXPECT_DOUBLE_EQ(move_accuracy(0), 100);
}

// A game with forced mates, and an evaluator that knows only those: no network can change the outcome.
const char* const kGame =
    "[Event \"Test\"]\n[White \"W & co\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n"
    "1. f3 e5 {[%eval 0.5] old} 2. g4 Qh4# 0-1\n";

std::optional<Analysis> fake_evaluation(const Position& pos) {
    Analysis a;
    const auto add = [&](Score score, const std::vector<const char*>& sans) {
        a.lines.push_back({score, Bound::Exact, 5, 5, line(pos, sans)});
        a.score = score;
    };
    if (pos.game_ply() == 0) add(0, {"e4", "e5"});
    if (pos.game_ply() == 1) add(0, {"e5", "e4"});
    if (pos.game_ply() == 2) add(0, {"e4", "d5"});
    if (pos.game_ply() == 3) add(mate_in(1), {"Qh4#"});
    return a;
}

TEST(Annotate, GoldenPgn) {
    pgn::Game game = pgn::parse_one(kGame).game;
    const auto review = review_game(game, {}, fake_evaluation);
    ASSERT_TRUE(review);
    EXPECT_EQ(review->moves[2].judgement, Judgement::Blunder);
    EXPECT_DOUBLE_EQ(review->sides[Color::Black].accuracy, 100);
    annotate_game(game, *review);
    EXPECT_EQ(pgn::write_game(game),
              "[Event \"Test\"]\n"
              "[Site \"?\"]\n"
              "[Date \"????.??.??\"]\n"
              "[Round \"?\"]\n"
              "[White \"W & co\"]\n"
              "[Black \"B\"]\n"
              "[Result \"0-1\"]\n"
              "[WhiteAccuracy \"56.8\"]\n"
              "[BlackAccuracy \"100.0\"]\n"
              "\n"
              "1. f3 {[%eval 0.00]} 1... e5 {[%eval 0.00] old} 2. g4 $4 {[%eval #-1] Allows\n"
              "mate in 1.} (2. e4 d5 {0.00}) 2... Qh4# 0-1\n\n");
}

TEST(Annotate, GoldenReport) {
    const pgn::Game game = pgn::parse_one(kGame).game;
    const auto review = review_game(game, {}, fake_evaluation);
    const std::string report = report_head("Title <1>") + report_section(game, *review, 1) +
                               report_tail({report_row(game, *review, 1), 1, 2, "Stillpoint"});
    const std::string path = std::string(STILLPOINT_SOURCE_DIR) + "/tests/data/golden/report.html";
    // To accept a change: STILLPOINT_UPDATE_GOLDEN=1, then look at the picture and at the difference.
    if (std::getenv("STILLPOINT_UPDATE_GOLDEN")) write_all(path, report);
    EXPECT_EQ(report, read_all(path));
    for (const char* outside : {"http:", "https:", "<script", "url(\"", "@import"})
        EXPECT_EQ(report.find(outside), std::string::npos)
            << "the report must need nothing else: " << outside;
}

TEST(Annotate, HumanSignsWin) {
    pgn::Game game = pgn::parse_one("1. f3 e5 2. g4!! Qh4# 0-1").game;
    annotate_game(game, *review_game(game, {}, fake_evaluation));
    EXPECT_EQ(game.main.moves[2].nags, std::vector<int>{3});
    strip_annotations(game);
    EXPECT_TRUE(game.main.moves[2].nags.empty() && game.main.moves[2].variations.empty());
}

#if __has_include(<nlohmann/json.hpp>)

AnnotateSettings settings_for(const TempDir& folder) {
    AnnotateSettings settings;
    settings.input = folder.file("in.pgn");
    settings.output = folder.file("out.pgn");
    settings.report = folder.file("out.html");
    settings.limits.nodes = 200;
    settings.hash = 1;
    settings.quiet = true;
    settings.engine = "Stillpoint";
    std::string text;
    for (int i = 0; i < 12; ++i)
        text += "[Event \"" + std::to_string(i) + "\"]\n\n1. e4 e5 2. " + (i == 5 ? "Ke3" : "Nf3") + " *\n\n";
    write_all(settings.input, text);
    return settings;
}

TEST(Annotate, ThreadsDontChangeTheOutput) {
    const TempDir folder;
    AnnotateSettings settings = settings_for(folder);
    ASSERT_TRUE(AnnotateRun(settings).run());
    const std::string pgn = read_all(settings.output), html = read_all(settings.report);
    settings.jobs = 3;
    ASSERT_TRUE(AnnotateRun(settings).run());
    EXPECT_EQ(read_all(settings.output), pgn);
    EXPECT_EQ(read_all(settings.report), html);
    EXPECT_EQ(pgn::split_text(pgn).size(), 11u);
    EXPECT_FALSE(std::filesystem::exists(settings.output + ".progress"));
}

TEST(Annotate, AnInterruptedRunGoesOn) {
    const TempDir folder;
    const AnnotateSettings settings = settings_for(folder);
    ASSERT_TRUE(AnnotateRun(settings).run());
    const std::string pgn = read_all(settings.output), html = read_all(settings.report);

    // As a crash leaves it: some games in the journal, more and half a game in the files.
    AnnotateSettings half = settings;
    const std::string whole = read_all(settings.input);
    const auto raw = pgn::split_text(whole);
    write_all(settings.input, whole.substr(0, raw[6].end));
    half.output = folder.file("half.pgn");
    half.report = folder.file("half.html");
    ASSERT_TRUE(AnnotateRun(half).run());
    const std::string first = read_all(half.output), report = read_all(half.report);
    write_all(settings.input, whole);
    write_all(settings.output, first + "[Event \"half a ga");
    const std::string sections = report.substr(0, report.find("<nav>"));
    write_all(settings.report + ".part", sections + "<section>");
    Journal journal;
    journal.games = 7;
    journal.skipped = 1;
    journal.output_bytes = first.size();
    journal.report_bytes = sections.size();
    journal.report_games = 6;
    const std::size_t rows = report.find("<tbody>", report.find("<nav>")) + 8;
    journal.report_rows = report.substr(rows, report.find("</tbody>", rows) - rows);
    // The name of the run is written by the run itself.
    journal.run = "another";
    ASSERT_TRUE(journal.save(settings.output + ".progress"));
    EXPECT_FALSE(AnnotateRun(settings).run()) << "other settings must not be mixed";
    journal.run = AnnotateRun(settings).name();
    ASSERT_TRUE(journal.save(settings.output + ".progress"));
    ASSERT_TRUE(AnnotateRun(settings).run());
    EXPECT_EQ(read_all(settings.output), pgn);
    EXPECT_EQ(read_all(settings.report), html);
}

TEST(Annotate, FilesOfOthersAreKept) {
    const TempDir folder;
    AnnotateSettings settings = settings_for(folder);
    write_all(settings.report + ".part", "mine");
    EXPECT_FALSE(AnnotateRun(settings).run());
    EXPECT_EQ(read_all(settings.report + ".part"), "mine");
    settings.restart = true;
    EXPECT_TRUE(AnnotateRun(settings).run());
    EXPECT_FALSE(std::filesystem::exists(settings.report + ".part"));
}

TEST(Annotate, AFullDiskIsAnError) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    const TempDir folder;
    AnnotateSettings settings = settings_for(folder);
    settings.output = folder.file("full.pgn");
    std::filesystem::create_symlink("/dev/full", settings.output);
    EXPECT_FALSE(AnnotateRun(settings).run());
    EXPECT_FALSE(std::filesystem::exists(settings.output + ".progress")) << "nothing was written";
}

#endif

}  // namespace
}  // namespace stillpoint
