// Mates of our own games (tests/data/mates.tsv), and of composers where the suites beside the checkout exist,
// found with the right distance within a budget of nodes. Longer ones, a large budget, and a table of what it
// took with STILLPOINT_LONG=1 in the environment.
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
    std::string name;
    std::filesystem::path path;
    int mate = 0;
    std::uint64_t budget = 0;  // nodes for each position
};

// By the distance of the mate.
std::uint64_t budget_for(int mate) {
    if (long_run()) return 100'000'000;
    return mate < 4 ? 2'000'000 : mate == 4 ? 4'000'000 : 30'000'000;
}

std::vector<Suite> suites() {
    std::vector<Suite> all;
    for (int mate = 2; mate <= (long_run() ? 8 : 5); ++mate)
        all.push_back(
            {"MateIn" + std::to_string(mate), test::data_file("mates.tsv"), mate, budget_for(mate)});
    for (int mate = 2; mate <= (long_run() ? 6 : 5); ++mate) {
        const auto path = test::suite_file("mate_in_" + std::to_string(mate) + ".tsv");
        if (std::filesystem::exists(path))
            all.push_back({"ComposedMateIn" + std::to_string(mate), path, mate, budget_for(mate)});
    }
    return all;
}

class MateSuite : public testing::TestWithParam<Suite> {};

TEST_P(MateSuite, FoundWithTheRightDistance) {
    const Suite& suite = GetParam();
    std::vector<Puzzle> puzzles = read_puzzles(suite.path);
    std::erase_if(puzzles, [&](const Puzzle& puzzle) { return puzzle.mate != suite.mate; });
    ASSERT_GE(puzzles.size(), 5U);

    test::Searcher searcher(16);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const Puzzle& puzzle = puzzles[i];
        const int stride = long_run() ? 1 : test::effort(1, 8);
        if (i % static_cast<std::size_t>(stride) != 0) continue;
        const Position pos = test::must_parse(puzzle.fen);
        Limits limits;
        limits.mate = puzzle.mate;
        limits.nodes = suite.budget;
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

INSTANTIATE_TEST_SUITE_P(Files, MateSuite, testing::ValuesIn(suites()),
                         [](const auto& suite) { return suite.param.name; });

}  // namespace
}  // namespace stillpoint
