#include <csignal>
#include <filesystem>
#include <iterator>
#include <map>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

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

std::optional<Analysis> fake_evaluation(const Position& pos, Move without) {
    Analysis a;
    if (without) return a;  // all other moves are equal
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
    EXPECT_EQ(review->moves[3].judgement, Judgement::Good);
    EXPECT_EQ(review->sides[Color::Black].good, 1);
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
              "mate in 1.} (2. e4 d5 {0.00}) 2... Qh4# $1 0-1\n\n");
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
    const auto review = review_game(game, {}, fake_evaluation);
    // The report shows both: theirs with the move, ours in a box of its own.
    const std::string report = report_section(game, *review, 1);
    EXPECT_NE(report.find("g4!!<span class=\"sign blunder\">?"
                          "?</span>"),
              std::string::npos)
        << report;
    annotate_game(game, *review);
    EXPECT_EQ(game.main.moves[2].nags, std::vector<int>{3});
    strip_annotations(game);
    EXPECT_TRUE(game.main.moves[2].nags.empty() && game.main.moves[2].variations.empty());
}

// Repetitions are counted as in a position with all its past.
TEST(GamePositions, KnowWhatStillMatters) {
    std::vector<std::string> sans;
    for (const int rounds : {30, 1, 40}) {
        for (int i = 0; i < rounds; ++i) sans.insert(sans.end(), {"Rb1", "Rb8", "Ra1", "Ra8"});
        if (rounds == 30) sans.insert(sans.end(), {"a3", "a6"});
        if (rounds == 1) sans.insert(sans.end(), {"Kf1", "Kf8"});
    }
    Position pos = *parse_fen("r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1");
    GamePositions positions(pos);
    std::vector<Position> all = {pos};
    for (const std::string& san : sans) {
        const Move m = *parse_san(pos, san);
        pos.make(m);
        positions.play(m);
        all.push_back(pos);
    }
    ASSERT_EQ(positions.size(), all.size());
    for (std::size_t i = all.size(); i-- > 0;) {
        const Position found = positions[i];
        EXPECT_EQ(to_fen(found), to_fen(all[i])) << i;
        EXPECT_EQ(found.key(), all[i].key());
        EXPECT_EQ(found.is_draw(0), all[i].is_draw(0)) << i;
        // Beyond fifty moves nobody asks.
        const bool matters = all[i].halfmove_clock() <= 100;
        EXPECT_TRUE(!matters || found.times_seen_before() == all[i].times_seen_before()) << i;
    }
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

std::ptrdiff_t files_in(const TempDir& folder) {
    return std::distance(std::filesystem::directory_iterator(folder.path()), {});
}

Result<bool> annotate(const AnnotateSettings& settings) {
    AnnotateRun run(settings);
    if (auto opened = run.open(); !opened) return opened;
    return run.run();
}

TEST(Annotate, ThreadsDontChangeTheOutput) {
    const TempDir folder;
    AnnotateSettings settings = settings_for(folder);
    ASSERT_TRUE(annotate(settings));
    const std::string pgn = read_all(settings.output), html = read_all(settings.report);
    settings.jobs = 3;
    ASSERT_TRUE(annotate(settings));
    EXPECT_EQ(read_all(settings.output), pgn);
    EXPECT_EQ(read_all(settings.report), html);
    EXPECT_EQ(pgn::split_text(pgn).size(), 11u);
    EXPECT_FALSE(std::filesystem::exists(settings.output + ".progress"));
}

TEST(Annotate, AnInterruptedRunGoesOn) {
    const TempDir folder;
    const AnnotateSettings settings = settings_for(folder);
    ASSERT_TRUE(annotate(settings));
    const std::string pgn = read_all(settings.output), html = read_all(settings.report);

    // As a crash leaves it: some games in the journal, more and half a game in the files.
    AnnotateSettings half = settings;
    const std::string whole = read_all(settings.input);
    const auto raw = pgn::split_text(whole);
    write_all(settings.input, whole.substr(0, raw[6].end));
    half.output = folder.file("half.pgn");
    half.report = folder.file("half.html");
    ASSERT_TRUE(annotate(half));
    const std::string first = read_all(half.output), report = read_all(half.report);
    write_all(settings.input, whole);
    write_all(settings.output + ".part", first + "[Event \"half a ga");
    const std::string sections = report.substr(0, report.find("<nav>"));
    write_all(settings.report + ".part", sections + "<section>");
    Journal journal;
    journal.games = 7;
    journal.skipped = 1;
    journal.output_draft = journal.report_draft = 1;
    journal.output_bytes = first.size();
    journal.report_bytes = sections.size();
    journal.report_games = 6;
    const std::size_t rows = report.find("<tbody>", report.find("<nav>")) + 8;
    journal.report_rows = report.substr(rows, report.find("</tbody>", rows) - rows);
    // The name of the run is written by the run itself.
    journal.run = "another";
    ASSERT_TRUE(journal.save(settings.output + ".progress"));
    EXPECT_FALSE(annotate(settings)) << "other settings must not be mixed";
    journal.run = AnnotateRun(settings).identity();
    ASSERT_TRUE(journal.save(settings.output + ".progress"));
    ASSERT_TRUE(annotate(settings));
    EXPECT_EQ(read_all(settings.output), pgn);
    EXPECT_EQ(read_all(settings.report), html);
}

TEST(Annotate, ARunIsContinuedWithTheSameGamesAndSettingsOnly) {
    const TempDir folder;
    const AnnotateSettings settings = settings_for(folder);
    const std::string identity = AnnotateRun(settings).identity();
    AnnotateSettings other = settings;
    other.jobs = 7;
    EXPECT_EQ(AnnotateRun(other).identity(), identity);
    const auto differs = [&](auto change) {
        other = settings;
        change(other);
        return AnnotateRun(other).identity() != identity;
    };
    EXPECT_TRUE(differs([](AnnotateSettings& s) { s.hash = 2; }));
    EXPECT_TRUE(differs([](AnnotateSettings& s) { s.strip = true; }));
    EXPECT_TRUE(differs([](AnnotateSettings& s) { s.limits.nodes = 300; }));
    EXPECT_TRUE(differs([](AnnotateSettings& s) { s.thresholds.mistake = 0.25; }));
    EXPECT_TRUE(differs([](AnnotateSettings& s) { s.syzygy = "/tables"; }));
    EXPECT_TRUE(differs([](AnnotateSettings& s) { s.engine = "Stillpoint 9"; }));
    std::string games = read_all(settings.input);
    games[games.find("Nf3")] = 'B';  // as long as before
    write_all(settings.input, games);
    EXPECT_NE(AnnotateRun(settings).identity(), identity);
}

TEST(Annotate, ARunCanBeContinuedFromItsFirstMomentOn) {
    const TempDir folder;
    const AnnotateSettings settings = settings_for(folder);
    ASSERT_TRUE(annotate(settings));
    const std::string pgn = read_all(settings.output), html = read_all(settings.report);
    {
        AnnotateRun killed(settings);
        ASSERT_TRUE(killed.open());
    }
    ASSERT_TRUE(std::filesystem::exists(settings.output + ".progress"));
    write_all(settings.output + ".part", "some bytes that the journal does not know of");
    const auto continued = annotate(settings);
    ASSERT_TRUE(continued) << continued.error();
    EXPECT_EQ(read_all(settings.output), pgn);
    EXPECT_EQ(read_all(settings.report), html);
    EXPECT_EQ(files_in(folder), 3) << "nothing is left beside the files";
}

TEST(Annotate, FilesOfOthersAreKept) {
    const TempDir folder;
    const AnnotateSettings settings = settings_for(folder);
    write_all(settings.report + ".part", "mine");
    EXPECT_TRUE(annotate(settings));
    EXPECT_EQ(read_all(settings.report + ".part"), "mine");
}

TEST(Annotate, DevicesLinksAndFoldersAreRefused) {
    const TempDir folder;
    const AnnotateSettings good = settings_for(folder);
    write_all(folder.file("mine"), "mine");
    std::filesystem::create_symlink(folder.file("mine"), folder.file("link"));
    ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
    std::filesystem::create_directory(folder.file("folder"));
    const auto before = files_in(folder);
    for (const char* name : {"link", "pipe", "folder"})
        for (std::string AnnotateSettings::*file : {&AnnotateSettings::output, &AnnotateSettings::report}) {
            AnnotateSettings settings = good;
            settings.*file = folder.file(name);
            AnnotateRun run(settings);
            const auto opened = run.open();
            ASSERT_FALSE(opened) << name;
            EXPECT_NE(opened.error().find("not an ordinary file"), std::string::npos) << opened.error();
        }
    std::filesystem::create_directory(good.output + ".progress");
    EXPECT_FALSE(AnnotateRun(good).open());
    std::filesystem::remove(good.output + ".progress");
    for (const std::string& name :
         {folder.file("folder"), std::string("/dev/zero"), std::string(5000, 'x'), folder.file("nothing")}) {
        AnnotateSettings settings = good;
        settings.input = name;
        EXPECT_FALSE(AnnotateRun(settings).open()) << name;
    }
    EXPECT_EQ(files_in(folder), before) << "nothing was made";
    EXPECT_EQ(read_all(folder.file("mine")), "mine");
    EXPECT_TRUE(std::filesystem::is_fifo(folder.file("pipe")));
}

TEST(Annotate, AFullDiskIsAnErrorAndTheRunGoesOnLater) {
    const TempDir folder;
    const AnnotateSettings settings = settings_for(folder);
    ASSERT_TRUE(annotate(settings));
    const std::string pgn = read_all(settings.output), html = read_all(settings.report);

    // A limit on the size of files fails in the middle of a write, as a full disk does.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    rlimit tight = old;
    tight.rlim_cur = html.size() - 100;
    setrlimit(RLIMIT_FSIZE, &tight);
    const auto full = annotate(settings);
    setrlimit(RLIMIT_FSIZE, &old);
    ASSERT_FALSE(full);
    EXPECT_NE(full.error().find("can't write '" + settings.report), std::string::npos) << full.error();
    EXPECT_EQ(read_all(settings.output), pgn) << "the old files are as they were";
    EXPECT_EQ(read_all(settings.report), html);

    write_all(settings.output, "old");
    write_all(settings.report, "old");
    const auto continued = annotate(settings);
    ASSERT_TRUE(continued) << continued.error();
    EXPECT_EQ(read_all(settings.output), pgn);
    EXPECT_EQ(read_all(settings.report), html);
    EXPECT_EQ(files_in(folder), 3);
}

TEST(Annotate, GamesThatAreOnlyAResultAreWritten) {
    const TempDir folder;
    AnnotateSettings settings = settings_for(folder);
    write_all(settings.input, "1-0\n\n{only a remark}\n\n[Event \"x\"]\n\n1/2-1/2\n\n1. e4 $-1 e5 *\n");
    ASSERT_TRUE(annotate(settings));
    const auto games = pgn::split_text(read_all(settings.output));
    ASSERT_EQ(games.size(), 3u);
    EXPECT_EQ(pgn::parse_game(games[0]).game.result, "1-0");
    EXPECT_EQ(pgn::parse_game(games[2]).game.main.moves.size(), 2u);
}

TEST(Annotate, NoGamesIsAnError) {
    const TempDir folder;
    AnnotateSettings settings = settings_for(folder);
    for (const char* text : {"", "{nothing}\n", "1. e4 e5 2. Ke3 *\n"}) {
        write_all(settings.input, text);
        EXPECT_FALSE(annotate(settings)) << text;
        EXPECT_EQ(files_in(folder), 1) << text;
    }
}

#endif

}  // namespace
}  // namespace stillpoint
