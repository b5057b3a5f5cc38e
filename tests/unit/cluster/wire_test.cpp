#include "cluster/wire.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "util/rng.h"

namespace stillpoint::cluster {

namespace {

Position after(Position pos, std::initializer_list<const char*> moves) {
    for (const char* text : moves) pos.make(*parse_uci_move(pos, text));
    return pos;
}

Result<SearchOrder> there_and_back(const Position& root, const Limits& limits) {
    const std::string text = write_order(7, root, limits);
    Reader letter(text);
    EXPECT_EQ(letter.read<Kind>(), Kind::Begin);
    return read_order(letter);
}

}  // namespace

TEST(Wire, AnOrderKeepsPositionPastAndLimits) {
    const Position root = after(start_position(), {"e2e4", "e7e5", "g1f3", "b8c6", "f3g1", "c6b8"});
    Limits limits;
    limits.depth = 12;
    limits.mate = 3;
    limits.nodes = 1000;  // rank 0 sees to that
    limits.search_moves = {*parse_uci_move(root, "d2d4"), *parse_uci_move(root, "a2a3")};
    const auto order = there_and_back(root, limits);
    ASSERT_TRUE(order) << order.error();
    EXPECT_EQ(order->number, 7U);
    EXPECT_EQ(to_fen(order->root), to_fen(root));
    EXPECT_EQ(order->root.times_seen_before(), root.times_seen_before());
    EXPECT_EQ(order->root.times_seen_before(), 1);
    EXPECT_EQ(order->limits.depth, 12);
    EXPECT_EQ(order->limits.mate, 3);
    EXPECT_FALSE(order->limits.nodes);
    EXPECT_EQ(order->limits.search_moves, limits.search_moves);
}

TEST(Wire, AnOrderKeepsChess960Castling) {
    for (int number : {0, 100, 517, 959}) {
        const Position root = fischer_position(number, (number + 13) % kFischerStarts);
        const auto order = there_and_back(root, {});
        ASSERT_TRUE(order) << order.error();
        EXPECT_EQ(to_fen(order->root, FenStyle::Shredder), to_fen(root, FenStyle::Shredder));
        EXPECT_EQ(order->root.key(), root.key());
    }
}

TEST(Wire, ResultsComeBackAsTheyWere) {
    const Position pos = start_position();
    WorkerResult result{.best = RootMove(*parse_uci_move(pos, "e2e4")), .depth = 21};
    result.best.score = result.best.shown_score = -33;
    result.best.selective_depth = 40;
    result.best.pv.push_back(Move(Square::E7, Square::E5));
    const std::string text = (Writer(Kind::Final) << result).take();
    Reader letter(text);
    letter.read<Kind>();
    const WorkerResult read = letter.result();
    EXPECT_TRUE(letter.ok());
    EXPECT_TRUE(letter.at_end());
    EXPECT_EQ(read.depth, 21);
    EXPECT_EQ(read.best.score, -33);
    EXPECT_EQ(read.best.selective_depth, 40);
    EXPECT_EQ(read.best.pv, result.best.pv);
}

TEST(Wire, BrokenLettersAreNoticed) {
    const Position root = after(start_position(), {"e2e4", "e7e5", "g1f3"});
    const std::string whole = write_order(7, root, {});
    for (std::size_t length = 0; length < whole.size(); ++length) {
        Reader letter(std::string_view(whole).substr(0, length));
        letter.read<Kind>();
        EXPECT_FALSE(read_order(letter)) << length;
    }
    // Any bytes at all are read without harm.
    Rng rng(1);
    for (int i = 0; i < 2000; ++i) {
        std::string noise = whole;
        for (int n = 0; n < 3; ++n) noise[rng.below(noise.size())] = static_cast<char>(rng.below(256));
        Reader letter(noise);
        letter.read<Kind>();
        static_cast<void>(read_order(letter));
        Reader results(noise);
        while (!results.at_end()) static_cast<void>(results.result());
    }
}

}  // namespace stillpoint::cluster
