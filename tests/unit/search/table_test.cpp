#include "search/table.h"

#include <atomic>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/support/effort.h"
#include "util/rng.h"

namespace stillpoint {
namespace {

using test::effort;

constexpr Move kMove(Square::E2, Square::E4);
constexpr Move kOtherMove(Square::D2, Square::D4);

// Keys of one cluster: they share the high bits and differ in the low ones, which the table stores.
Key neighbour(int number) { return 0x1234'5678'0000'0000ULL + static_cast<Key>(number); }

TableData bound_entry(int depth, Bound bound = Bound::Lower, Move move = kMove, Score score = 17) {
    return {.move = move, .score = score, .eval = 5, .depth = depth, .bound = bound, .was_pv = false};
}

void expect_equal(const TableData& a, const TableData& b) {
    EXPECT_EQ(a.move, b.move);
    EXPECT_EQ(a.score, b.score);
    EXPECT_EQ(a.eval, b.eval);
    EXPECT_EQ(a.depth, b.depth);
    EXPECT_EQ(a.bound, b.bound);
    EXPECT_EQ(a.was_pv, b.was_pv);
}

class TableTest : public testing::Test {
protected:
    TableTest() { table_.resize(1); }

    void write(Key key, const TableData& data) { table_.probe(key).slot.write(data); }
    void age(int searches) {
        for (int i = 0; i < searches; ++i) table_.new_search();
    }
    // How many entries of a cluster survive each other: found out, not assumed.
    int cluster_size() {
        for (int n = 1; n < 64; ++n) {
            table_.clear(1);
            for (int i = 0; i < n; ++i) write(neighbour(i), bound_entry(10));
            for (int i = 0; i < n; ++i)
                if (!table_.probe(neighbour(i)).hit) {
                    table_.clear(1);
                    return n - 1;
                }
        }
        ADD_FAILURE() << "a cluster without end";
        return 64;
    }

    Table table_;
};

TEST_F(TableTest, AnEmptyTableKnowsNothing) {
    Rng rng(1);
    for (int i = 0; i < 10'000; ++i) {
        const Table::Probe probe = table_.probe(rng.next());
        ASSERT_FALSE(probe.hit);
        ASSERT_FALSE(is_valid(probe.data.score));
        ASSERT_FALSE(is_valid(probe.data.eval));
        ASSERT_EQ(probe.data.bound, Bound::None);
        ASSERT_FALSE(probe.data.move);
    }
    EXPECT_FALSE(table_.probe(0).hit) << "the key zero is a key like any other";
    EXPECT_EQ(table_.hashfull(), 0);
}

TEST_F(TableTest, KeepsEveryField) {
    Rng rng(2);
    constexpr Score kScores[] = {
        0,          1,           -1,         kMaxEval,    -kMaxEval,       kNoScore,
        kMateScore, -kMateScore, mate_in(7), mated_in(8), kTablebaseScore, -kMinTablebaseScore};
    for (int i = 0; i < 20'000; ++i) {
        const Key key = rng.next();
        TableData data;
        data.move = Move(static_cast<std::uint16_t>(1 + rng.below(65535)));
        data.score = kScores[rng.below(std::size(kScores))];
        data.eval = rng.below(8) == 0 ? kNoScore : static_cast<Score>(rng.below(6000)) - 3000;
        data.depth = kDepthNone + 1 + static_cast<int>(rng.below(kMaxPly - kDepthNone));
        data.bound = Bound::Exact;
        data.was_pv = rng.below(2) == 0;
        write(key, data);
        const Table::Probe probe = table_.probe(key);
        ASSERT_TRUE(probe.hit);
        expect_equal(probe.data, data);
        if (i % 500 == 0) table_.new_search();
    }
}

TEST_F(TableTest, ABoundOfEachKindIsKept) {
    int n = 0;
    for (Bound bound : {Bound::None, Bound::Upper, Bound::Lower, Bound::Exact}) {
        write(neighbour(n), bound_entry(3, bound));
        EXPECT_EQ(table_.probe(neighbour(n)).data.bound, bound);
        ++n;
    }
    EXPECT_TRUE(allows_lower(Bound::Lower) && allows_lower(Bound::Exact));
    EXPECT_TRUE(allows_upper(Bound::Upper) && allows_upper(Bound::Exact));
    EXPECT_FALSE(allows_lower(Bound::Upper) || allows_lower(Bound::None));
    EXPECT_FALSE(allows_upper(Bound::Lower) || allows_upper(Bound::None));
}

TEST_F(TableTest, AnExactResultReplacesADeeperBound) {
    write(neighbour(0), bound_entry(30));
    write(neighbour(0), bound_entry(1, Bound::Exact, kOtherMove, 99));
    expect_equal(table_.probe(neighbour(0)).data, bound_entry(1, Bound::Exact, kOtherMove, 99));
}

TEST_F(TableTest, ADeeperBoundReplacesAShallowerResult) {
    write(neighbour(0), bound_entry(5, Bound::Exact));
    write(neighbour(0), bound_entry(6, Bound::Upper, kOtherMove, -40));
    expect_equal(table_.probe(neighbour(0)).data, bound_entry(6, Bound::Upper, kOtherMove, -40));
}

TEST_F(TableTest, AMuchShallowerBoundLeavesTheDeepResult) {
    write(neighbour(0), bound_entry(30, Bound::Lower, kMove, 17));
    write(neighbour(0), bound_entry(2, Bound::Upper, kMove, -300));
    EXPECT_EQ(table_.probe(neighbour(0)).data.depth, 30);
    EXPECT_EQ(table_.probe(neighbour(0)).data.score, 17);
    // Its move however is newer.
    write(neighbour(0), bound_entry(2, Bound::Upper, kOtherMove, -300));
    EXPECT_EQ(table_.probe(neighbour(0)).data.depth, 30);
    EXPECT_EQ(table_.probe(neighbour(0)).data.score, 17);
    EXPECT_EQ(table_.probe(neighbour(0)).data.bound, Bound::Lower);
    EXPECT_EQ(table_.probe(neighbour(0)).data.move, kOtherMove);
}

// Whether a bound of one depth replaces one of another changes at most once as it gets shallower.
TEST_F(TableTest, ReplacementIsMonotoneInDepth) {
    for (bool pv : {false, true})
        for (int old_depth = 0; old_depth < kMaxPly; old_depth += 5) {
            bool replaced_before = false;
            for (int depth = 0; depth < kMaxPly; ++depth) {
                table_.clear(1);
                write(neighbour(0), bound_entry(old_depth));
                TableData fresh = bound_entry(depth, Bound::Upper, kMove, 1000);
                fresh.was_pv = pv;
                write(neighbour(0), fresh);
                const bool replaced = table_.probe(neighbour(0)).data.score == 1000;
                ASSERT_TRUE(replaced || !replaced_before) << old_depth << " by " << depth;
                if (depth >= old_depth) {
                    ASSERT_TRUE(replaced) << old_depth << " by " << depth;
                }
                replaced_before = replaced;
                if (old_depth > 10 && depth == 10) depth = std::max(depth, old_depth - 12);
            }
        }
}

TEST_F(TableTest, AResultOfAnEarlierSearchGivesWay) {
    write(neighbour(0), bound_entry(30));
    table_.new_search();
    write(neighbour(0), bound_entry(2, Bound::Upper, kOtherMove, -300));
    expect_equal(table_.probe(neighbour(0)).data, bound_entry(2, Bound::Upper, kOtherMove, -300));
}

TEST_F(TableTest, AKnownMoveIsNotForgotten) {
    write(neighbour(0), bound_entry(5));
    write(neighbour(0), bound_entry(9, Bound::Upper, Move::none()));
    EXPECT_EQ(table_.probe(neighbour(0)).data.move, kMove);
    EXPECT_EQ(table_.probe(neighbour(0)).data.depth, 9);
    table_.new_search();
    write(neighbour(0), bound_entry(1, Bound::Exact, Move::none()));
    EXPECT_EQ(table_.probe(neighbour(0)).data.move, kMove);
}

TEST_F(TableTest, AnotherPositionDoesNotInheritTheMove) {
    const int size = cluster_size();
    for (int i = 0; i < size; ++i) write(neighbour(i), bound_entry(5));
    write(neighbour(size), bound_entry(9, Bound::Upper, Move::none()));
    ASSERT_TRUE(table_.probe(neighbour(size)).hit);
    EXPECT_FALSE(table_.probe(neighbour(size)).data.move);
}

TEST_F(TableTest, AClusterHoldsSeveralAndGivesUpTheShallowest) {
    const int size = cluster_size();
    ASSERT_GE(size, 3);
    for (int i = 0; i < size; ++i) write(neighbour(i), bound_entry(20 + (i * 7) % size));
    for (int newcomer = size; newcomer < size + 20; ++newcomer) {
        int shallowest = -1, depth = 1000;
        for (int i = 0; i < newcomer; ++i)
            if (const Table::Probe p = table_.probe(neighbour(i)); p.hit && p.data.depth < depth) {
                depth = p.data.depth;
                shallowest = i;
            }
        write(neighbour(newcomer), bound_entry(30 + newcomer));
        EXPECT_TRUE(table_.probe(neighbour(newcomer)).hit);
        EXPECT_FALSE(table_.probe(neighbour(shallowest)).hit) << "the shallowest had depth " << depth;
    }
}

TEST_F(TableTest, OldEntriesGoBeforeNewOnes) {
    const int size = cluster_size();
    write(neighbour(0), bound_entry(30));
    age(10);
    for (int i = 1; i < size; ++i) write(neighbour(i), bound_entry(5));
    write(neighbour(size), bound_entry(1));
    EXPECT_FALSE(table_.probe(neighbour(0)).hit) << "deep, but ten searches old";
    for (int i = 1; i <= size; ++i) EXPECT_TRUE(table_.probe(neighbour(i)).hit) << i;
}

TEST_F(TableTest, ADeepEntryOutlivesTheNextSearch) {
    const int size = cluster_size();
    write(neighbour(0), bound_entry(40));
    age(1);
    for (int i = 1; i <= size; ++i) write(neighbour(i), bound_entry(2));
    EXPECT_TRUE(table_.probe(neighbour(0)).hit) << "one search ago, but far deeper than all others";
}

TEST_F(TableTest, AgeingSurvivesTheWrapOfItsCounter) {
    const int size = cluster_size();
    for (int start = 0; start < 70; ++start) {
        write(neighbour(0), bound_entry(30));
        age(6);
        for (int i = 1; i < size; ++i) write(neighbour(i), bound_entry(5));
        write(neighbour(size), bound_entry(1));
        ASSERT_FALSE(table_.probe(neighbour(0)).hit) << "after " << start << " searches";
        table_.clear(1);
        age(start + 1);
    }
}

TEST_F(TableTest, HashfullCountsThisSearchOnly) {
    EXPECT_EQ(table_.hashfull(), 0);
    Rng rng(3);
    int last = 0;
    for (int round = 0; round < 12; ++round) {
        for (int i = 0; i < 20'000; ++i) write(rng.next(), bound_entry(8, Bound::Exact));
        const int now = table_.hashfull();
        EXPECT_GE(now, last);
        EXPECT_LE(now, 1000);
        last = now;
    }
    EXPECT_GT(last, 850) << "more entries than the table holds have been written";
    table_.new_search();
    EXPECT_EQ(table_.hashfull(), 0);
    for (int i = 0; i < 20'000; ++i) write(rng.next(), bound_entry(8, Bound::Exact));
    EXPECT_GT(table_.hashfull(), 0);
    EXPECT_LT(table_.hashfull(), last);
    table_.clear(1);
    EXPECT_EQ(table_.hashfull(), 0);
}

TEST_F(TableTest, ResizeEmptiesAndReportsWhatItGot) {
    write(neighbour(0), bound_entry(30));
    for (std::size_t wish :
         {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{16}, std::size_t{33}}) {
        const std::size_t got = table_.resize(wish);
        EXPECT_EQ(got, std::max<std::size_t>(wish, 1));
        EXPECT_EQ(table_.size_mebibytes(), got);
        EXPECT_EQ(table_.byte_count(), got << 20);
        EXPECT_FALSE(table_.probe(neighbour(0)).hit);
        EXPECT_EQ(table_.hashfull(), 0);
        write(neighbour(0), bound_entry(30));
        EXPECT_TRUE(table_.probe(neighbour(0)).hit);
    }
}

// No machine has that much; the table is then as large as the system lets it be. (The sanitizers' own
// allocators would answer instead of the system.)
TEST_F(TableTest, AnAbsurdSizeIsHalvedUntilItFits) {
    if (test::kSlowBuild) GTEST_SKIP() << "address space is the sanitizer's here";
    for (std::size_t wish : {std::size_t{1} << 40, (std::size_t{1} << 44) + 1, (std::size_t{1} << 50) + 3,
                             std::numeric_limits<std::size_t>::max()}) {
        const std::size_t got = table_.resize(wish);
        ASSERT_GT(got, 0U) << wish;
        EXPECT_LT(got, wish);
        EXPECT_EQ(table_.size_mebibytes(), got) << wish;
        EXPECT_EQ(table_.byte_count(), got << 20) << wish;
        write(neighbour(0), bound_entry(30));
        EXPECT_TRUE(table_.probe(neighbour(0)).hit);
        write(~Key{0}, bound_entry(30));
        EXPECT_TRUE(table_.probe(~Key{0}).hit) << "the last cluster is there too";
    }
    EXPECT_EQ(table_.resize(1), 1U);
}

TEST(TableWithoutMemory, AFewEntriesStillWork) {
    Table table;  // never resized
    EXPECT_EQ(table.size_mebibytes(), 0U);
    table.probe(neighbour(0)).slot.write(bound_entry(3));
    EXPECT_TRUE(table.probe(neighbour(0)).hit);
    EXPECT_GT(table.hashfull(), 0);
    table.clear(4);
    EXPECT_FALSE(table.probe(neighbour(0)).hit);
    Rng rng(4);
    for (int i = 0; i < 1000; ++i) {
        const Key key = rng.next();
        table.prefetch(key);
        table.probe(key).slot.write(bound_entry(static_cast<int>(rng.below(200))));
    }
}

TEST(TableThreads, ClearLeavesNothingWithAnyNumberOfThreads) {
    Table table;
    for (std::size_t mebibytes : {1, 3})
        for (int threads : {-1, 0, 1, 2, 3, 4, 7, 16}) {
            table.resize(mebibytes);
            std::memset(table.bytes(), 0xA5, table.byte_count());
            table.clear(threads);
            const char* const begin = static_cast<const char*>(table.bytes());
            std::size_t left = 0;
            for (std::size_t i = 0; i < table.byte_count(); ++i) left += begin[i] != 0;
            EXPECT_EQ(left, 0U) << mebibytes << " MiB, " << threads << " threads";
        }
}

// Four threads read and write at will. What they read was written by one of them as a whole: score and
// evaluation always belong to the move.
TEST(TableThreads, EntriesAreNeverTorn) {
    Table table;  // small, so that all clusters are fought over
    table.resize(1);
    constexpr int kThreads = 4;
    const int rounds = effort(400'000, 30'000);
    std::atomic<int> torn{0};
    std::atomic<std::uint64_t> hits{0};
    const auto score_of = [](Move m) { return static_cast<Score>(m.raw() * 31 % 20011) - 10005; };
    const auto eval_of = [](Move m) { return static_cast<Score>(m.raw() * 57 % 9973) - 4986; };
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] {
            Rng rng(static_cast<std::uint64_t>(t) + 77);
            std::uint64_t my_hits = 0;
            for (int i = 0; i < rounds; ++i) {
                // Few low bits: different positions often look the same to the table.
                const Key key = (rng.next() & 0xFFC0'0000'0000'0000ULL) | rng.below(16);
                table.prefetch(key);
                const Table::Probe probe = table.probe(key);
                if (probe.hit) {
                    ++my_hits;
                    const TableData& d = probe.data;
                    if (d.score != score_of(d.move) || d.eval != eval_of(d.move) || d.bound != Bound::Exact)
                        ++torn;
                }
                const Move m(static_cast<std::uint16_t>(1 + rng.below(65535)));
                probe.slot.write({.move = m,
                                  .score = score_of(m),
                                  .eval = eval_of(m),
                                  .depth = static_cast<int>(rng.below(200)),
                                  .bound = Bound::Exact,
                                  .was_pv = false});
                if (i % 4096 == 0 && table.hashfull() > 1000) ++torn;
            }
            hits += my_hits;
        });
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(torn, 0);
    EXPECT_GT(hits, 0U);
}

// The same with writes that keep or merge what is there.
TEST(TableThreads, AnyMixOfWritesIsRaceFree) {
    Table table;
    table.resize(1);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&table, t] {
            Rng rng(static_cast<std::uint64_t>(t) + 5);
            for (int i = 0; i < effort(200'000, 20'000); ++i) {
                const Table::Probe probe =
                    table.probe((rng.next() & 0xFF00'0000'0000'0000ULL) | rng.below(8));
                probe.slot.write({.move = Move(static_cast<std::uint16_t>(rng.below(3) * rng.below(65536))),
                                  .score = static_cast<Score>(rng.below(2000)) - 1000,
                                  .eval = kNoScore,
                                  .depth = kDepthEvalOnly + static_cast<int>(rng.below(200)),
                                  .bound = static_cast<Bound>(rng.below(4)),
                                  .was_pv = rng.below(2) == 0});
                if (probe.hit) {
                    ASSERT_GT(probe.data.depth, kDepthNone);
                    ASSERT_LT(probe.data.depth, 256);
                }
            }
        });
    for (std::thread& t : threads) t.join();
}

}  // namespace
}  // namespace stillpoint
