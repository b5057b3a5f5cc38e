#include "cluster/exchange.h"

#include <gtest/gtest.h>

namespace stillpoint::cluster {

namespace {

constexpr TableData entry(int depth, Score score = 25) {
    return {.move = Move(Square::E2, Square::E4),
            .score = score,
            .eval = -7,
            .depth = depth,
            .bound = Bound::Lower,
            .was_pv = true};
}

struct Side {
    explicit Side(std::int64_t bytes_per_second = kMuch) : exchange(bytes_per_second) {
        table.resize(1);
        exchange.begin(table, 1, 2);
    }
    static constexpr std::int64_t kMuch = 1'000'000'000;
    Table table;
    Exchange exchange;
};

void deliver(const std::string& text, Exchange& to) {
    Reader letter(text);
    ASSERT_EQ(letter.read<Kind>(), Kind::Entries);
    to.accept(letter);
}

}  // namespace

TEST(Exchange, WhatOneSideSharesTheOtherFinds) {
    Side a, b;
    a.exchange.share(0, 12345, entry(9));
    a.exchange.share(1, 99999999, entry(7, -31));
    const auto letter = a.exchange.collect(1, 1'000'000);
    ASSERT_TRUE(letter);
    deliver(*letter, b.exchange);
    for (const auto& [key, depth, score] :
         {std::tuple{Key{12345}, 9, 25}, std::tuple{Key{99999999}, 7, -31}}) {
        const Table::Probe probe = b.table.probe(key);
        ASSERT_TRUE(probe.hit);
        EXPECT_EQ(probe.data.depth, depth);
        EXPECT_EQ(probe.data.score, score);
        EXPECT_EQ(probe.data.eval, -7);
        EXPECT_EQ(probe.data.move, Move(Square::E2, Square::E4));
        EXPECT_EQ(probe.data.bound, Bound::Lower);
        EXPECT_TRUE(probe.data.was_pv);
    }
    EXPECT_EQ(a.exchange.counts().sent, 2U);
    EXPECT_EQ(b.exchange.counts().received, 2U);
    EXPECT_EQ(b.exchange.counts().known, 0U);
    EXPECT_FALSE(a.exchange.collect(1, 1'001'000)) << "nothing is sent twice";
}

TEST(Exchange, WorkDoneTwiceIsCounted) {
    Side a, b;
    b.table.probe(5).slot.write(entry(12));
    a.exchange.share(0, 5, entry(9));
    deliver(*a.exchange.collect(1, 1'000'000), b.exchange);
    EXPECT_EQ(b.exchange.counts().known, 1U);
    EXPECT_EQ(b.table.probe(5).data.depth, 12) << "the deeper result stays";
}

TEST(Exchange, LettersOfAnotherSearchAndBrokenOnesAreDropped) {
    Side a, b;
    a.exchange.share(0, 5, entry(9));
    std::string letter = *a.exchange.collect(1, 1'000'000);
    b.exchange.begin(b.table, 2, 2);
    deliver(letter, b.exchange);
    b.exchange.begin(b.table, 1, 2);
    deliver(letter.substr(0, letter.size() - 3), b.exchange);
    EXPECT_FALSE(b.table.probe(5).hit);
    b.exchange.end();
    deliver(letter, b.exchange);
    EXPECT_FALSE(b.table.probe(5).hit) << "after the end the table belongs to others";
}

TEST(Exchange, StaysUnderItsLimitAndSharesLess) {
    constexpr std::int64_t kLimit = 100'000;
    Side a(kLimit);
    std::int64_t bytes = 0;
    const int shallow = a.exchange.depth();
    Key key = 1;
    // Ten seconds, in each millisecond 40 entries of every depth up to 13: far more than is allowed.
    for (Microseconds now = 1'000'000; now < 11'000'000; now += 1000) {
        for (int depth = kLeastSharedDepth; depth < 14; ++depth)
            for (int i = 0; i < 1 << (13 - depth) && i < 40; ++i) a.exchange.share(0, ++key, entry(depth));
        if (const auto letter = a.exchange.collect(3, now))
            bytes += 3 * static_cast<std::int64_t>(letter->size());
    }
    EXPECT_LE(bytes, 10 * kLimit + kLimit / 10);
    EXPECT_GE(bytes, 10 * kLimit / 4) << "what is allowed is used";
    EXPECT_GT(a.exchange.depth(), shallow);
    EXPECT_GT(a.exchange.counts().dropped, 0U);
    // Silence lets it share shallow results again.
    for (Microseconds now = 11'000'000; now < 16'000'000; now += 10'000) a.exchange.collect(3, now);
    EXPECT_EQ(a.exchange.depth(), kLeastSharedDepth);
}

TEST(Exchange, AFullRingDropsAndNeverWaits) {
    Side a;
    for (Key key = 0; key < 100'000; ++key) a.exchange.share(0, key, entry(9));
    EXPECT_TRUE(a.exchange.collect(1, 1'000'000));
    EXPECT_LE(a.exchange.counts().sent, 4096U);
}

}  // namespace stillpoint::cluster
