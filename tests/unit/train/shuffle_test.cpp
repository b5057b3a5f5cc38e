#include "train/shuffle.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "train/record_store.h"

namespace stillpoint::train {
namespace {

TEST(Shuffle, PermutationHitsEveryNumberOnce) {
    for (std::uint64_t size : {1U, 2U, 3U, 5U, 64U, 100U, 1000U, 4097U}) {
        const Permutation order(size, 7, 3);
        std::vector<bool> hit(size);
        for (std::uint64_t i = 0; i < size; ++i) {
            const std::uint64_t to = order(i);
            ASSERT_LT(to, size);
            EXPECT_FALSE(hit[to]);
            hit[to] = true;
        }
    }
}

TEST(Shuffle, EpochsAndSeedsDiffer) {
    int same_epoch = 0, same_seed = 0;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        same_epoch += Permutation(1000, 7, 0)(i) == Permutation(1000, 7, 1)(i);
        same_seed += Permutation(1000, 7, 0)(i) == Permutation(1000, 8, 0)(i);
    }
    EXPECT_LT(same_epoch, 20);
    EXPECT_LT(same_seed, 20);
}

TEST(Shuffle, RecordsAreMixedAndNoneIsLost) {
    RecordStore records;
    for (int i = 0; i < 10000; ++i) {
        Record r;
        r.score = static_cast<std::int16_t>(i);
        records.push_back(r);
    }
    shuffle(records, 1);
    std::set<int> seen;
    int in_place = 0, rising = 0;
    for (std::uint64_t i = 0; i < records.size(); ++i) {
        seen.insert(records[i].score);
        in_place += records[i].score == static_cast<int>(i);
        if (i > 0) rising += records[i].score > records[i - 1].score;
    }
    EXPECT_EQ(seen.size(), 10000U);
    EXPECT_LT(in_place, 10);
    EXPECT_NEAR(rising, 5000, 200);
}

TEST(Shuffle, LastBlockIsFilledUp) {
    RecordStore records;
    EXPECT_TRUE((records.fill_last_block(), records.empty()));
    for (int i = 0; i < 10; ++i) records.push_back(Record{.score = static_cast<std::int16_t>(i)});
    records.fill_last_block();
    ASSERT_EQ(records.size(), 64U);
    EXPECT_EQ(records.blocks(), 1U);
    for (std::uint64_t i = 0; i < 64; ++i) EXPECT_EQ(records[i].score, static_cast<int>(i % 10));
}

}  // namespace
}  // namespace stillpoint::train
