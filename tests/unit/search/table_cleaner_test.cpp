#include "search/table_cleaner.h"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

constexpr std::size_t kMebibytes = 200;  // enough for helpers

class TableCleanerThreads : public testing::Test {
protected:
    TableCleanerThreads() { table_.resize(kMebibytes); }

    void fill() { std::memset(table_.bytes(), 0x5A, table_.byte_count()); }
    bool is_empty(std::size_t bytes) const {
        const char* const begin = static_cast<const char*>(table_.bytes());
        return std::all_of(begin, begin + bytes, [](char c) { return c == 0; });
    }
    // Where an entry of this key is written, from the table's beginning.
    std::size_t place_of_last_key() {
        constexpr Key kLast = ~Key{0};
        const char* const begin = static_cast<const char*>(table_.bytes());
        table_.probe(kLast).slot.write(
            {.move = Move(Square::E2, Square::E4), .depth = 9, .bound = Bound::Exact});
        const char* const end = begin + table_.byte_count();
        return static_cast<std::size_t>(std::find_if(begin, end, [](char c) { return c != 0; }) - begin);
    }

    Table table_;
    TableCleaner cleaner_{table_};
};

TEST_F(TableCleanerThreads, EmptiesAll) {
    fill();
    cleaner_.start(TableCleaner::Memory::Used);
    cleaner_.finish();
    EXPECT_TRUE(cleaner_.is_done());
    EXPECT_TRUE(is_empty(table_.byte_count()));
    EXPECT_GE(place_of_last_key(), table_.byte_count() - 64);
}

TEST_F(TableCleanerThreads, APauseLeavesAnEmptyPartInUse) {
    for (int round = 0; round < 20; ++round) {
        fill();
        cleaner_.start(TableCleaner::Memory::Used);
        cleaner_.pause();
        const std::size_t place = place_of_last_key();
        EXPECT_LT(place, table_.byte_count());
        EXPECT_TRUE(is_empty(place));
        // A pause is the same again, and the rest comes later.
        cleaner_.pause();
        cleaner_.resume();
        cleaner_.finish();
        EXPECT_TRUE(is_empty(place));
        cleaner_.start(TableCleaner::Memory::Used);
        cleaner_.finish();
        EXPECT_TRUE(is_empty(table_.byte_count()));
    }
}

TEST_F(TableCleanerThreads, FinishingCanBeGivenUp) {
    fill();
    cleaner_.start(TableCleaner::Memory::Used);
    cleaner_.finish([](int percent) {
        EXPECT_GE(percent, 0);
        EXPECT_LE(percent, 100);
        return false;
    });
    cleaner_.cancel();
    EXPECT_TRUE(cleaner_.is_done());
    table_.resize(1);
    cleaner_.start(TableCleaner::Memory::New);
    cleaner_.finish();
    EXPECT_TRUE(is_empty(table_.byte_count()));
}

TEST_F(TableCleanerThreads, SizesAreThoseOfTheWholeTable) {
    fill();
    cleaner_.start(TableCleaner::Memory::Used);
    cleaner_.pause();
    EXPECT_EQ(table_.size_mebibytes(), kMebibytes);
    EXPECT_EQ(table_.byte_count(), kMebibytes << 20);
}

}  // namespace
}  // namespace stillpoint
