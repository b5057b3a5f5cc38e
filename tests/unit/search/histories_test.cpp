#include "search/histories.h"

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "search/corrections.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/histories_access.h"
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
            History<kLimit> s;
            s = start;
            s.update(bonus);
            ASSERT_LE(std::abs(int{s}), kLimit) << start << " and " << bonus;
        }
    // Every pair of value and bonus near the limit, where rounding could carry it over.
    for (int value = kLimit - 150; value <= kLimit; ++value)
        for (int bonus = kLimit - 150; bonus <= kLimit; ++bonus)
            for (int sign : {-1, 1})
                for (int bonus_sign : {-1, 1}) {
                    History<kLimit> s;
                    s = sign * value;
                    s.update(bonus_sign * bonus);
                    ASSERT_LE(std::abs(int{s}), kLimit) << sign * value << " and " << bonus_sign * bonus;
                }
    Rng rng(kLimit);
    History<kLimit> s;
    for (int i = 0; i < 200'000; ++i) {
        const int scale = 1 << rng.below(30);
        s.update(static_cast<int>(rng.below(static_cast<std::uint32_t>(scale) * 2)) - scale);
        ASSERT_LE(std::abs(int{s}), kLimit);
    }
}

TEST(History, NeverLeavesItsRange) {
    expect_in_range_under_any_update<7183>();
    expect_in_range_under_any_update<30000>();
    expect_in_range_under_any_update<32767>();
    expect_in_range_under_any_update<kCorrectionLimit>();
    expect_in_range_under_any_update<1000>();
}

TEST(History, MovesTowardsTheBonus) {
    using S = History<10000>;
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

TEST(History, ABonusWeighsLessTheNearerTheLimit) {
    using S = History<10000>;
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

TEST(History, GravityConverges) {
    for (int bonus : {30, 200, 1000, 5000}) {
        History<8192> s;
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

TEST(History, SymmetricInSign) {
    Rng rng(5);
    History<7183> a, b;
    for (int i = 0; i < 10'000; ++i) {
        const int bonus = static_cast<int>(rng.below(4000)) - 2000;
        a.update(bonus);
        b.update(-bonus);
        ASSERT_EQ(int{a}, -int{b});
    }
}

TEST(History, ZeroChangesNothing) {
    History<100> s;
    for (int value = -100; value <= 100; ++value) {
        s = value;
        s.update(0);
        EXPECT_EQ(int{s}, value);
    }
}

// Untried moves may be thought a little worse than average, never better; and nothing is left of before.
TEST(Histories, ClearForgetsEverything) {
    const auto histories = std::make_unique<Histories>();
    test::randomise(*histories, 3);
    for (auto& squares : HistoriesTestAccess::countermoves(*histories))
        for (Move& m : squares) m = Move(Square::E2, Square::E4);

    histories->clear();

    constexpr int kLowest = -2000;
    std::map<std::string, std::set<int>> values;
    HistoriesTestAccess::for_each(*histories,
                                  [&](const auto& entry, const char* name) { values[name].insert(entry); });
    EXPECT_EQ(values.size(), 6U);
    for (const auto& [name, seen] : values) {
        ASSERT_EQ(seen.size(), 1U) << name;
        EXPECT_LE(*seen.begin(), 0) << name;
        EXPECT_GE(*seen.begin(), kLowest) << name;
    }
    for (const auto& squares : HistoriesTestAccess::countermoves(*histories))
        for (Move m : squares) ASSERT_FALSE(m);
}

class LearningTest : public testing::Test {
protected:
    LearningTest() : histories_(std::make_unique<Histories>()) { histories_->clear(); }

    int order(const test::HistoryNode& node, Move m) const {
        return Histories::QuietOrder(*histories_, node.view).of(pos_.moved_piece(m), m, [](const char*, int) {
        });
    }

    std::unique_ptr<Histories> histories_;
    const Tuning tuning_{};
    const Position pos_ =
        test::must_parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    const Move quiet_{Square::A2, Square::A3}, other_{Square::G2, Square::G3};
    const Move capture_{Square::E5, Square::G6}, other_capture_{Square::D5, Square::E6};
};

TEST_F(LearningTest, TheBestMoveRisesAndTheRefutedFall) {
    test::HistoryNode node(*histories_, pos_, tuning_);
    const int quiet = order(node, quiet_), other = order(node, other_);
    const int taken = histories_->capture(pos_, capture_);
    RefutedMoves quiets, captures;
    quiets.push_back(other_);
    captures.push_back(capture_);
    histories_->learn_best_move(node.view, quiet_, 6, false, quiets, captures);
    EXPECT_GT(order(node, quiet_), quiet);
    EXPECT_LT(order(node, other_), other);
    EXPECT_LT(histories_->capture(pos_, capture_), taken);
    EXPECT_GT(histories_->for_reduction(node.view, quiet_), histories_->for_reduction(node.view, other_));
    EXPECT_GT(histories_->for_pruning(node.view, quiet_), histories_->for_pruning(node.view, other_));
    EXPECT_GT(histories_->for_evasion(node.view, quiet_), histories_->for_evasion(node.view, other_));
}

// Switched off, no history knows one move from another, whoever asks; alone, each does.
TEST_F(LearningTest, AHistoryThatIsOffTellsNoMoveFromAnother) {
    Tuning off;
    constexpr bool Features::*kHistories[] = {&Features::butterfly_history,    &Features::piece_to_history,
                                              &Features::continuation_history, &Features::pawn_history,
                                              &Features::low_ply_history,      &Features::capture_history};
    for (bool Features::*history : kHistories) off.features.*history = false;
    RefutedMoves quiets, captures;
    quiets.push_back(other_);
    captures.push_back(capture_);
    const auto teach = [&](const Tuning& tuning) {
        histories_->clear();
        test::HistoryNode node(*histories_, pos_, tuning);
        histories_->learn_best_move(node.view, quiet_, 6, false, quiets, captures);
        histories_->learn_research(node.view, quiet_);
        histories_->learn_table_cutoff(node.view, quiet_, 6);
        // Ordered and asked by one that knows all.
        const Tuning all;
        test::HistoryNode reader(*histories_, pos_, all);
        return std::vector{
            order(reader, quiet_) - order(reader, other_),
            histories_->for_reduction(reader.view, quiet_) - histories_->for_reduction(reader.view, other_),
            histories_->for_pruning(reader.view, quiet_) - histories_->for_pruning(reader.view, other_),
            histories_->for_evasion(reader.view, quiet_) - histories_->for_evasion(reader.view, other_),
            histories_->capture(pos_, other_capture_) - histories_->capture(pos_, capture_)};
    };
    const auto untaught = teach(off);
    histories_->clear();
    const Tuning all;
    test::HistoryNode fresh(*histories_, pos_, all);
    EXPECT_EQ(untaught[0], order(fresh, quiet_) - order(fresh, other_));
    for (std::size_t i = 1; i < untaught.size(); ++i) EXPECT_EQ(untaught[i], 0) << i;
    for (bool Features::*history : kHistories) {
        Tuning alone = off;
        alone.features.*history = true;
        EXPECT_NE(teach(alone), untaught);
    }
}

TEST_F(LearningTest, ABestCaptureTeachesNothingAboutQuietMoves) {
    test::HistoryNode node(*histories_, pos_, tuning_);
    const int other = order(node, other_), taken = histories_->capture(pos_, other_capture_);
    RefutedMoves quiets, captures;
    quiets.push_back(other_);
    histories_->learn_best_move(node.view, other_capture_, 6, false, quiets, captures);
    EXPECT_GT(histories_->capture(pos_, other_capture_), taken);
    EXPECT_EQ(order(node, other_), other);
}

TEST_F(LearningTest, WhatIsNearTheRootIsForgottenWithTheSearch) {
    test::HistoryNode root(*histories_, pos_, tuning_, 0);
    histories_->learn_best_move(root.view, quiet_, 8, false, {}, {});
    const int in_this_search = order(root, quiet_);
    histories_->begin_search();
    EXPECT_LT(order(root, quiet_), in_this_search);
}

// A bonus counts for the pairs with all of the last six moves.
TEST_F(LearningTest, EveryOfTheLastSixMovesIsFollowed) {
    test::HistoryNode node(*histories_, pos_, tuning_);
    const auto following = [&](int ago) {
        return int{(*(node.view.ss - ago)->continuation)[pos_.moved_piece(quiet_)][quiet_.to()]};
    };
    std::vector<int> before;
    for (int ago = 1; ago <= 6; ++ago) before.push_back(following(ago));
    histories_->learn_best_move(node.view, quiet_, 8, false, {}, {});
    for (int ago = 1; ago <= 6; ++ago)
        EXPECT_GT(following(ago), before[static_cast<std::size_t>(ago - 1)]) << ago;
}

// An answer to a move that was thought good is worth more than one to a move nobody expected much of.
TEST_F(LearningTest, TheParentsHistoryCounts) {
    const auto learnt = [&](int parent) {
        histories_->clear();
        test::HistoryNode node(*histories_, pos_, tuning_);
        (node.view.ss - 1)->history = parent;
        histories_->learn_best_move(node.view, quiet_, 5, false, {}, {});
        return order(node, quiet_);
    };
    EXPECT_GT(learnt(15'000), learnt(0));
    EXPECT_GT(learnt(0), learnt(-15'000));
}

TEST_F(LearningTest, MovesNeverMadeTeachNothing) {
    test::HistoryNode node(*histories_, pos_, tuning_);
    for (int ago = 1; ago <= kStackBefore; ++ago) {
        (node.view.ss - ago)->current_move = Move::null();
        (node.view.ss - ago)->continuation = &histories_->no_continuation();
    }
    histories_->learn_best_move(node.view, quiet_, 8, false, {}, {});
    histories_->learn_prior_move(node.view, 8);
    for (const auto& squares : histories_->no_continuation())
        for (const auto& entry : squares) ASSERT_EQ(int{entry}, 0);
}

// The terms a listener hears make up the order, up to one unit of rounding each.
TEST_F(LearningTest, TheOrderExplainsItself) {
    test::randomise(*histories_, 8);
    for (int ply : {0, 3, 20}) {
        test::HistoryNode node(*histories_, pos_, tuning_, ply);
        for (Move m : {quiet_, other_}) {
            int sum = 0, terms = 0;
            const auto note = [&](const char*, int amount) {
                sum += amount;
                ++terms;
            };
            const int score = Histories::QuietOrder(*histories_, node.view).of(pos_.moved_piece(m), m, note);
            EXPECT_NEAR(sum, score, terms);
            EXPECT_EQ(terms, ply < 5 ? 9 : 8);
        }
    }
}

TEST(Corrections, AreLearntAndForgotten) {
    const auto corrections = std::make_unique<Corrections>();
    const auto histories = std::make_unique<Histories>();
    corrections->clear();
    histories->clear();
    const Tuning tuning;
    const Position pos = test::must_parse("4k3/pppp4/8/8/8/8/4PPPP/4K2R w K - 0 1");
    test::HistoryNode node(*histories, pos, tuning);
    for (int ago = 0; ago <= kStackBefore; ++ago)
        (node.view.ss - ago)->correction = &corrections->no_continuation();
    EXPECT_EQ(corrections->of(node.view), 0);
    for (int i = 0; i < 10; ++i) corrections->learn(node.view, Corrections::kMaxBonus);
    EXPECT_GT(corrections->of(node.view), 10);
    corrections->clear();
    EXPECT_EQ(corrections->of(node.view), 0);
}

TEST(Corrections, EachComponentCanBeSwitchedOff) {
    const auto corrections = std::make_unique<Corrections>();
    const auto histories = std::make_unique<Histories>();
    histories->clear();
    const Position pos = test::must_parse("4k3/pppp1n2/8/8/8/5N2/4PPPP/4K2R w K - 0 1");
    const auto learnt = [&](const Tuning& tuning) {
        corrections->clear();
        test::HistoryNode node(*histories, pos, tuning);
        for (int ago = 0; ago <= kStackBefore; ++ago)
            (node.view.ss - ago)->correction =
                &corrections->after(Piece::BlackPawn, static_cast<Square>(ago));
        for (int i = 0; i < 10; ++i) corrections->learn(node.view, Corrections::kMaxBonus);
        return corrections->of(node.view);
    };
    const int whole = learnt(Tuning{});
    Tuning none;
    for (bool Features::*component : {&Features::correction_pawn, &Features::correction_minor,
                                      &Features::correction_non_pawn, &Features::correction_continuation}) {
        Tuning without;
        without.features.*component = none.features.*component = false;
        EXPECT_LT(learnt(without), whole);
        EXPECT_GT(learnt(without), 0);
    }
    EXPECT_EQ(learnt(none), 0);
}

// What is learnt after a pair of moves counts again where the second follows the first four plies later.
TEST(Corrections, KnowThePairsOfTheLastMoveWithEarlierOnes) {
    const auto corrections = std::make_unique<Corrections>();
    const auto histories = std::make_unique<Histories>();
    corrections->clear();
    histories->clear();
    const Tuning tuning;
    const Position pos = test::must_parse("4k3/pppp4/8/8/8/8/4PPPP/4K2R w K - 0 1");
    const Position other = test::must_parse("4k1n1/pp6/8/8/8/8/4PPP1/3BK3 w - - 0 1");
    for (int ago : {2, 4}) {
        corrections->clear();
        test::HistoryNode node(*histories, pos, tuning), later(*histories, other, tuning);
        for (int i = 0; i <= kStackBefore; ++i) {
            (node.view.ss - i)->correction = &corrections->after(Piece::WhitePawn, static_cast<Square>(i));
            (later.view.ss - i)->correction = &corrections->after(Piece::BlackPawn, static_cast<Square>(i));
        }
        (node.view.ss - ago)->correction = &corrections->after(Piece::BlackKnight, Square::F6);
        for (int i = 0; i < 10; ++i) corrections->learn(node.view, Corrections::kMaxBonus);
        EXPECT_EQ(corrections->of(later.view), 0) << "another position after other moves";
        (later.view.ss - 4)->correction = &corrections->after(Piece::BlackKnight, Square::F6);
        EXPECT_GT(corrections->of(later.view), 5) << ago;
    }
}

}  // namespace
}  // namespace stillpoint
