#include "chess/perft.h"

#include <gtest/gtest.h>

#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/slow_game.h"
#include "tests/unit/support/suites.h"

namespace stillpoint {
namespace {

using test::effort;
using test::must_parse;

void expect_counts(const std::filesystem::path& path, std::uint64_t max_nodes) {
    int checked = 0;
    for (const test::PerftEntry& entry : test::read_perft_suite(path)) {
        Position pos = must_parse(entry.fen);
        const Position before = pos;
        for (const auto& [depth, nodes] : entry.nodes) {
            if (nodes > max_nodes) break;
            EXPECT_EQ(perft(pos, depth), nodes) << entry.fen << " depth " << depth;
            ++checked;
        }
        EXPECT_EQ(pos, before) << entry.fen;
    }
    EXPECT_GT(checked, 0);
}

class PerftSuite : public testing::TestWithParam<std::string_view> {};

TEST_P(PerftSuite, CountsAreExact) {
    expect_counts(test::data_file(GetParam()), static_cast<std::uint64_t>(effort(700'000, 20'000)));
}

// The same counts by a program that shares nothing with the one under test.
TEST_P(PerftSuite, CountsAgreeWithTheSlowBoard) {
    for (const test::PerftEntry& entry : test::read_perft_suite(test::data_file(GetParam())))
        for (const auto& [depth, nodes] : entry.nodes)
            if (nodes <= static_cast<std::uint64_t>(effort(3'000, 100))) {
                EXPECT_EQ(test::SlowGame(entry.fen).perft(depth), nodes) << entry.fen << " depth " << depth;
            }
}

INSTANTIATE_TEST_SUITE_P(Files, PerftSuite, testing::ValuesIn(test::kPerftSuites), [](const auto& suite) {
    return std::string(suite.param.substr(0, suite.param.find('.')));
});

TEST(Perft, DepthZeroIsOne) {
    Position pos = start_position();
    EXPECT_EQ(perft(pos, 0), 1U);
}

TEST(Perft, SplitAgreesWithTheWhole) {
    for (int threads : {1, 3, 64}) {
        Position pos = must_parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        const std::vector<PerftMove> parts = split_perft(pos, 3, threads);
        EXPECT_EQ(parts.size(), 48U);
        std::uint64_t sum = 0;
        for (const PerftMove& part : parts) {
            sum += part.nodes;
            pos.make(part.move);
            EXPECT_EQ(part.nodes, perft(pos, 2));
            pos.undo();
        }
        EXPECT_EQ(sum, 97'862U) << threads << " threads";
    }
}

}  // namespace
}  // namespace stillpoint
