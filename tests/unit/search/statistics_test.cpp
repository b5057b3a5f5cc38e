#include "search/statistics.h"

#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include "util/rng.h"

namespace stillpoint {
namespace {

template <int kLimit>
void expect_in_range_under_any_update() {
    constexpr int kBig = std::numeric_limits<int>::max();
    const int extremes[] = {0,          1,           -1,     kLimit,  -kLimit, kLimit - 1, 1 - kLimit,
                            kLimit + 1, -kLimit - 1, 100000, -100000, kBig,    -kBig};
    // From every corner with every extreme.
    for (int start : {0, 1, -1, kLimit, -kLimit, kLimit - 1, 1 - kLimit, kLimit / 2, -kLimit / 2})
        for (int bonus : extremes) {
            Statistic<kLimit> s;
            s = start;
            s.update(bonus);
            ASSERT_LE(std::abs(int{s}), kLimit) << start << " and " << bonus;
        }
    // Every pair of value and bonus near the limit, where rounding could carry it over.
    for (int value = kLimit - 150; value <= kLimit; ++value)
        for (int bonus = kLimit - 150; bonus <= kLimit; ++bonus)
            for (int sign : {-1, 1})
                for (int bonus_sign : {-1, 1}) {
                    Statistic<kLimit> s;
                    s = sign * value;
                    s.update(bonus_sign * bonus);
                    ASSERT_LE(std::abs(int{s}), kLimit) << sign * value << " and " << bonus_sign * bonus;
                }
    Rng rng(kLimit);
    Statistic<kLimit> s;
    for (int i = 0; i < 200'000; ++i) {
        const int scale = 1 << rng.below(30);
        s.update(static_cast<int>(rng.below(static_cast<std::uint32_t>(scale) * 2)) - scale);
        ASSERT_LE(std::abs(int{s}), kLimit);
    }
}

TEST(Statistic, NeverLeavesItsRange) {
    using Butterfly =
        std::remove_reference_t<decltype(std::declval<Statistics&>().butterfly[Color::White][0])>;
    using Continuation =
        std::remove_reference_t<decltype(std::declval<ContinuationTable&>()[Piece::WhitePawn][Square::A1])>;
    expect_in_range_under_any_update<Butterfly::limit()>();
    expect_in_range_under_any_update<Continuation::limit()>();
    expect_in_range_under_any_update<32767>();
    expect_in_range_under_any_update<Corrections::kLimit>();
    expect_in_range_under_any_update<1000>();
}

TEST(Statistic, MovesTowardsTheBonus) {
    using S = Statistic<10000>;
    for (int start = -10000; start <= 10000; start += 250)
        for (int bonus = 50; bonus <= 10000; bonus += 350) {
            S up, down;
            up = start;
            down = start;
            up.update(bonus);
            down.update(-bonus);
            ASSERT_GE(int{up}, start);
            ASSERT_LE(int{down}, start);
            ASSERT_GE(int{up}, int{down});
        }
}

TEST(Statistic, ABonusWeighsLessTheNearerTheLimit) {
    using S = Statistic<10000>;
    int last_gain = 10001;
    for (int start = -10000; start <= 10000; start += 500) {
        S s;
        s = start;
        s.update(1000);
        const int gain = s - start;
        EXPECT_LE(gain, last_gain) << start;
        last_gain = gain;
    }
    EXPECT_EQ(last_gain, 0) << "nothing is gained at the limit";
}

TEST(Statistic, GravityConverges) {
    for (int bonus : {30, 200, 1000, 5000}) {
        Statistic<8192> s;
        int last = 0;
        for (int i = 0; i < 5000; ++i) {
            s.update(bonus);
            ASSERT_GE(int{s}, last);
            last = s;
        }
        // Rounding stops it where a bonus gains less than one.
        EXPECT_GE(last, 8192 - 8192 / bonus - 1) << bonus;
        // And as many failures bring it down to the mirror image.
        for (int i = 0; i < 5000; ++i) s.update(-bonus);
        EXPECT_EQ(int{s}, -last);
    }
}

TEST(Statistic, SymmetricInSign) {
    Rng rng(5);
    Statistic<7183> a, b;
    for (int i = 0; i < 10'000; ++i) {
        const int bonus = static_cast<int>(rng.below(4000)) - 2000;
        a.update(bonus);
        b.update(-bonus);
        ASSERT_EQ(int{a}, -int{b});
    }
}

TEST(Statistic, ZeroChangesNothing) {
    Statistic<100> s;
    for (int value = -100; value <= 100; ++value) {
        s = value;
        s.update(0);
        EXPECT_EQ(int{s}, value);
    }
}

template <class Table>
void expect_all(const Table& table, int low, int high, const char* name) {
    for (const auto& squares : table)
        for (const auto& entry : squares) {
            ASSERT_GE(int{entry}, low) << name;
            ASSERT_LE(int{entry}, high) << name;
        }
}

// Untried moves may be thought a little worse than average, never better; and nothing is left of before.
TEST(StatisticsTables, ClearForgetsEverything) {
    const auto stats = std::make_unique<Statistics>();
    for (auto& table : stats->butterfly)
        for (auto& entry : table) entry.update(5000);
    for (auto& squares : stats->countermove)
        for (Move& m : squares) m = Move(Square::E2, Square::E4);
    for (auto& by_capture : stats->continuation)
        for (auto& tables : by_capture)
            for (auto& squares : tables)
                for (auto& table : squares)
                    for (auto& targets : table)
                        for (auto& entry : targets) entry.update(-30000);
    for (auto& table : stats->pawn)
        for (auto& squares : table)
            for (auto& entry : squares) entry.update(8192);
    for (auto& squares : stats->capture)
        for (auto& victims : squares)
            for (auto& entry : victims) entry.update(10000);
    for (auto& table : stats->low_ply)
        for (auto& entry : table) entry.update(7000);
    for (auto& squares : stats->piece_to)
        for (auto& entry : squares) entry.update(7000);

    stats->clear();

    constexpr int kLowest = -2000;
    for (const auto& table : stats->butterfly)
        for (const auto& entry : table) ASSERT_EQ(int{entry}, 0);
    expect_all(stats->piece_to, 0, 0, "piece_to");
    for (const auto& squares : stats->capture)
        for (const auto& victims : squares)
            for (const auto& entry : victims) {
                ASSERT_LE(int{entry}, 0);
                ASSERT_GE(int{entry}, kLowest);
            }
    for (const auto& table : stats->pawn) expect_all(table, kLowest, 0, "pawn");
    for (const auto& table : stats->low_ply)
        for (const auto& entry : table) ASSERT_EQ(int{entry}, 0);
    const int continuation_start =
        stats->continuation[0][0][Piece::WhitePawn][Square::A1][Piece::WhitePawn][Square::A1];
    EXPECT_LE(continuation_start, 0);
    EXPECT_GE(continuation_start, kLowest);
    for (const auto& by_capture : stats->continuation)
        for (const auto& tables : by_capture)
            for (const auto& squares : tables)
                for (const auto& table : squares)
                    expect_all(table, continuation_start, continuation_start, "continuation");
    for (const auto& squares : stats->countermove)
        for (Move m : squares) ASSERT_FALSE(m);
}

TEST(StatisticsTables, SlotsStayInside) {
    Rng rng(9);
    for (int i = 0; i < 10'000; ++i) ASSERT_LT(Corrections::slot(rng.next()), Corrections::kSlots);
}

}  // namespace
}  // namespace stillpoint
