// Mates that the maker of tables finds backwards, counted once more by searching forwards.
#include <array>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "tablebase/make/facts.h"
#include "tablebase/make/solver.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/searching.h"

namespace stillpoint {
namespace {

constexpr int kLongest = 3;

// Of a position won by mate; 0: it takes more than kLongest.
int moves_to_mate(tablebase::Verdict verdict) {
    const int moves = (verdict.distance() + 1) / 2;
    return verdict.kind() == tablebase::Verdict::Kind::Win && moves <= kLongest ? moves : 0;
}

int moves_to_mate(Score score) {
    const int moves = (kMateScore - score + 1) / 2;
    return is_mate(score) && moves <= kLongest ? moves : 0;
}

class SolvedMates : public testing::TestWithParam<const char*> {};

// The loser has nothing that could be taken, so the distance is that to the mate.
TEST_P(SolvedMates, AreThoseTheSearchFinds) {
    const tablebase::Ending ending(*tablebase::parse_material(GetParam()));
    const auto solved =
        tablebase::solve(ending, {.threads = 1, .results = {}, .progress = {}, .swap_folder = {}});
    ASSERT_TRUE(solved) << solved.error();
    test::Searcher searcher(1);
    std::array<int, kLongest + 1> by_solver{}, by_search{};
    const auto stride = static_cast<std::uint64_t>(test::effort(11, 53));
    for (std::uint64_t i = 0; i < ending.positions(); i += stride) {
        const tablebase::Verdict verdict = (*solved)->at(Color::White, i);
        const auto pos = tablebase::position_of(ending, i, Color::White);
        ASSERT_EQ(pos.has_value(), verdict.is_possible());
        if (!pos) continue;
        // A mate is looked for until it is as short as can be; where there is none, a little deeper than one.
        const int expected = moves_to_mate(verdict);
        Limits limits = test::depth_limit(expected > 0 ? 20 : 2 * kLongest + 1);
        if (expected > 0) limits.mate = expected;
        searcher.new_game();
        const int found = moves_to_mate(searcher.search(*pos, limits).score);
        EXPECT_EQ(found, expected) << to_fen(*pos);
        ++by_search[static_cast<std::size_t>(found)];
        ++by_solver[static_cast<std::size_t>(expected)];
    }
    EXPECT_EQ(by_search, by_solver);
    for (int count : by_solver) EXPECT_GT(count, 0);
}

INSTANTIATE_TEST_SUITE_P(NothingToTake, SolvedMates, testing::Values("KQvK", "KRvK"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace stillpoint
