// Mates of composers and games, found with the right distance within a budget of nodes. The whole of every
// file with a large budget, and a table of what it took, with STILLPOINT_LONG=1 in the environment.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/searching.h"
#include "tests/unit/support/suites.h"

namespace stillpoint {
namespace {

struct Puzzle {
    std::string id;
    std::string fen;
    int mate = 0;
};

std::vector<Puzzle> read_puzzles(const std::filesystem::path& path) {
    std::vector<Puzzle> puzzles;
    for (const std::string& line : test::read_lines(path)) {
        const std::vector<std::string> fields = test::split(line, '\t');
        if (fields.size() < 5 || fields[0] == "id") continue;
        puzzles.push_back({fields[0], fields[1], std::stoi(fields[4])});
    }
    return puzzles;
}

bool long_run() {
    const char* value = std::getenv("STILLPOINT_LONG");
    return value && *value && std::string(value) != "0";
}

struct Suite {
    int mate;
    std::uint64_t budget;    // nodes for each position in an ordinary run
    bool only_long = false;  // too deep for an ordinary run
};

constexpr std::uint64_t kLongBudget = 100'000'000;

class MateSuite : public testing::TestWithParam<Suite> {};

TEST_P(MateSuite, FoundWithTheRightDistance) {
    const Suite& suite = GetParam();
    const auto path = test::suite_file("mate_in_" + std::to_string(suite.mate) + ".tsv");
    if (suite.only_long && !long_run()) GTEST_SKIP() << "needs minutes: set STILLPOINT_LONG=1";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not on this machine";
    const std::vector<Puzzle> puzzles = read_puzzles(path);
    ASSERT_GE(puzzles.size(), 50U);

    test::Searcher searcher(16);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const Puzzle& puzzle = puzzles[i];
        const int stride = long_run() ? 1 : test::effort(1, 8);
        if (i % static_cast<std::size_t>(stride) != 0) continue;
        ASSERT_EQ(puzzle.mate, suite.mate) << puzzle.id;
        const Position pos = test::must_parse(puzzle.fen);
        Limits limits;
        limits.mate = puzzle.mate;
        limits.nodes = long_run() ? kLongBudget : suite.budget;
        searcher.new_game();
        const test::Found found = searcher.search(pos, limits);
        const bool right = found.score == mate_in(2 * puzzle.mate - 1);
        if (long_run()) {
            std::printf("%-24s %s %10llu nodes, depth %d, score %d\n", puzzle.id.c_str(),
                        right ? "found" : "MISSED", static_cast<unsigned long long>(found.nodes), found.depth,
                        found.score);
            std::fflush(stdout);
        }
        EXPECT_TRUE(right) << puzzle.id << " " << puzzle.fen << ": score " << found.score << ", depth "
                           << found.depth;
        // No shorter mate exists: claiming one would be a bug, whatever the budget.
        EXPECT_LE(found.score, mate_in(2 * puzzle.mate - 1)) << puzzle.id;
        if (!right) continue;
        Position end = pos;
        EXPECT_TRUE(test::is_legal_line(pos, found.pv, &end));
        EXPECT_TRUE(test::is_checkmate(end)) << puzzle.id << ": " << test::line_text(found.pv);
        EXPECT_EQ(found.pv.size(), static_cast<std::size_t>(2 * puzzle.mate - 1)) << puzzle.id;
    }
}

INSTANTIATE_TEST_SUITE_P(Files, MateSuite,
                         testing::Values(Suite{.mate = 2, .budget = 2'000'000},
                                         Suite{.mate = 3, .budget = 2'000'000},
                                         Suite{.mate = 4, .budget = 4'000'000},
                                         Suite{.mate = 5, .budget = 30'000'000},
                                         Suite{.mate = 6, .budget = 20'000'000, .only_long = true}),
                         [](const auto& suite) { return "MateIn" + std::to_string(suite.param.mate); });

}  // namespace
}  // namespace stillpoint
