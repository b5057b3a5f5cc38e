#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "analysis/suite_run.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "tests/unit/support/suites.h"
#include "tests/unit/support/temp_dir.h"

namespace stillpoint {
namespace {

std::vector<SuitePosition> read(const std::string& text, std::vector<std::string>* errors = nullptr) {
    std::istringstream in(text);
    return read_suite(in, [&](int line, const std::string& message) {
        if (errors) errors->push_back(std::to_string(line) + ": " + message);
    });
}

Move uci(const SuitePosition& p, const char* text) { return *parse_uci_move(p.position, text); }

TEST(SuiteFile, ReadsEpdAndReportsWhatItCannotUse) {
    std::vector<std::string> errors;
    const auto positions = read(
        "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id \"one\";\r\n"
        "\n# comment\n"
        "6k1/5ppp/8/8/8/8/8/R3K3 w Q - am Ra7 Ra6; dm 1;\n"
        "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Qh5;\n"
        "6k1/5ppp/8/8/8/8/8/R3K3 w Q - id \"nothing\";\n"
        "6k1/5ppp/8/8/8/8/8/R3K3 w Q - c0 \"Ra8=10, Ra7=3\";\n",
        &errors);
    ASSERT_EQ(positions.size(), 3u);
    EXPECT_EQ(positions[0].id, "one");
    EXPECT_EQ(positions[1].id, "line 4");
    EXPECT_EQ(positions[1].mate, 1);
    EXPECT_EQ(positions[2].max_points(), 10);
    EXPECT_EQ(errors, (std::vector<std::string>{"5: bm: 'Qh5' is not legal here",
                                                "6: nothing is expected: no bm, am, dm or points"}));
}

TEST(SuiteFile, ReadsTsv) {
    const auto positions = read(
        "id\tfen\tbm_uci\tam_uci\tmate\tpoints\tnote\n"
        "a\t6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\ta1a8\t\t1\t\t\n"
        "b\t6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\t\ta1a7 a1a6\t\ta1a8=5 e1c1=2\thello\n");
    ASSERT_EQ(positions.size(), 2u);
    EXPECT_EQ(positions[0].mate, 1);
    EXPECT_EQ(positions[1].avoid.size(), 2u);
    EXPECT_EQ(positions[1].points.size(), 2u);
    EXPECT_EQ(positions[1].note, "hello");
}

TEST(SuiteFile, Judges) {
    const auto p = read(
        "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra7 Ra6;\n6k1/5ppp/8/8/8/8/8/R3K3 w Q - am Ra7;\n"
        "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra7; dm 2;\n6k1/5ppp/8/8/8/8/8/R3K3 w Q - c0 \"Ra8=10, Ra7=3\";\n");
    ASSERT_EQ(p.size(), 4u);
    EXPECT_TRUE(judge(p[0], uci(p[0], "a1a6"), {}).solved);
    EXPECT_FALSE(judge(p[0], uci(p[0], "a1a8"), {}).solved);
    EXPECT_FALSE(judge(p[1], uci(p[1], "a1a7"), {}).solved);
    EXPECT_TRUE(judge(p[1], uci(p[1], "a1a8"), {}).solved);
    EXPECT_TRUE(judge(p[2], uci(p[2], "a1a8"), 1).solved) << "another mate as short";
    EXPECT_FALSE(judge(p[2], uci(p[2], "a1a7"), 3).solved);
    EXPECT_FALSE(judge(p[2], uci(p[2], "a1a7"), {}).solved);
    EXPECT_EQ(judge(p[3], uci(p[3], "a1a7"), {}).points, 3);
    EXPECT_FALSE(judge(p[3], uci(p[3], "a1a7"), {}).solved);
    EXPECT_TRUE(judge(p[3], uci(p[3], "a1a8"), {}).solved);
}

TEST(SuiteFile, PositionsAloneComeFromTsvAndEpd) {
    constexpr const char* kProtectedPawn = "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1";
    const TempDir folder;
    const std::string tsv = folder.file("suite.tsv"), epd = folder.file("suite.epd"),
                      bad = folder.file("bad.tsv");
    write_all(tsv, std::string("# comment\nid\tfen\tbm_uci\na\t") + kProtectedPawn + "\td2e2\n");
    write_all(epd, "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - bm Qe2; id \"a\";\n");
    write_all(bad, "id\tboard\nx\ty\n");
    for (const std::string& file : {tsv, epd}) {
        const auto positions = read_positions(file, 10);
        ASSERT_TRUE(positions) << positions.error();
        ASSERT_EQ(positions->size(), 1u);
        EXPECT_EQ((*positions)[0].key(), parse_fen(kProtectedPawn)->key());
    }
    EXPECT_FALSE(read_positions(bad, 10));
}

TEST(SuiteRun, ThreadsDontChangeTheAnswers) {
    std::string text;
    for (int i = 0; i < 8; ++i)
        text += "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; dm 1;\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
    const auto positions = read(text);
    SuiteSettings settings;
    settings.limits.nodes = 500;
    settings.hash = 1;
    const auto one = run_suite(positions, settings, [](std::size_t) {});
    settings.jobs = 3;
    const auto three = run_suite(positions, settings, [](std::size_t) {});
    ASSERT_EQ(one.size(), 16u);
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i].move, three[i].move);
        EXPECT_EQ(one[i].nodes, three[i].nodes);
    }
    EXPECT_TRUE(one[0].verdict.solved);
    EXPECT_TRUE(one[0].found_after);
}

TEST(SuiteTable, Golden) {
    SuiteResult result{.name = "mates",
                       .positions = read("6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; dm 1; id \"one\";\n"
                                         "6k1/5ppp/8/8/8/8/8/R3K3 w Q - am Ra7; id \"two\";\n"),
                       .answers = {}};
    SuiteAnswer good, bad;
    good.move = uci(result.positions[0], "a1a8");
    good.score = mate_in(1);
    good.verdict = {true, 1};
    good.time = 1500;
    good.nodes = 20000;
    bad.move = uci(result.positions[1], "a1a7");
    bad.score = kDrawScore;
    result.answers = {good, bad};
    SuiteResult other = result;
    other.name = "other suite";
    EXPECT_EQ(suite_table({result, other}, true),
              "Not solved:\n"
              "two  Ra7  0.00  avoid Ra7\n"
              "two  Ra7  0.00  avoid Ra7\n"
              "\n"
              "suite        positions  solved   share  points   time  nodes\n"
              "mates                2       1  50.0 %     1/2  1.5 s   20 k\n"
              "other suite          2       1  50.0 %     1/2  1.5 s   20 k\n"
              "all                  4       2  50.0 %     2/4  3.0 s   40 k\n");
}

TEST(SuiteFile, BuiltInSuiteIsReadInFull) {
    const auto positions = built_in_suite();
    EXPECT_EQ(positions.size(), 12u);
    for (const SuitePosition& p : positions)
        EXPECT_FALSE(p.best.empty() && p.avoid.empty()) << p.id << " has no answer";
}

TEST(SuiteRun, MoreNodesSolveSome) {
    const auto positions = built_in_suite();
    const SoloSettings config;
    const int few = count_solved(config, positions, 100), many = count_solved(config, positions, 50'000);
    EXPECT_GE(few, 0);
    EXPECT_GT(many, few);
    EXPECT_LE(many, 12);
}

TEST(SuiteFile, BadFilesAreReported) {
    EXPECT_FALSE(load_suite("/nonexistent.epd"));
    EXPECT_FALSE(load_suite("/dev/null"));
}

// Our own positions: each can be read, has one answer, says how it was proven, and is there once.
TEST(SolveSuite, IsSound) {
    std::ifstream file(test::data_file("solve.tsv"));
    ASSERT_TRUE(file);
    std::vector<std::string> errors;
    const auto positions = read_suite(file, [&](int line, const std::string& message) {
        errors.push_back(std::to_string(line) + message);
    });
    EXPECT_EQ(errors, std::vector<std::string>{});
    EXPECT_GE(positions.size(), 300u);
    std::map<std::string, int> kinds;
    std::set<std::string> ids, fens;
    for (const SuitePosition& p : positions) {
        const std::string kind = p.id.substr(0, p.id.find('.'));
        ++kinds[kind];
        EXPECT_TRUE(ids.insert(p.id).second) << p.id;
        EXPECT_TRUE(fens.insert(to_fen(p.position)).second) << p.id;
        EXPECT_EQ(p.best.size(), 1u) << p.id;
        EXPECT_FALSE(p.note.empty()) << p.id;
        EXPECT_EQ(kind == "mate", p.mate.has_value()) << p.id;
        EXPECT_TRUE(!p.mate || (*p.mate >= 2 && *p.mate <= 10)) << p.id;
    }
    for (const char* kind : {"mate", "table", "tactic"}) EXPECT_GE(kinds[kind], 15) << kind;
}

}  // namespace
}  // namespace stillpoint
