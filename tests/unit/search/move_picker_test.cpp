#include "search/move_picker.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/histories_access.h"
#include "tests/unit/support/searching.h"
#include "tests/unit/support/tunings.h"

namespace stillpoint {
namespace {

using test::effort;
using test::HistoryNode;

struct Picked {
    Move move;
    PickStage stage;
    int score;
};

template <class Picker>
std::vector<Picked> pick_all(Picker picker) {
    std::vector<Picked> picked;
    while (const Move m = picker.next()) {
        picked.push_back({m, picker.stage(), picker.last_score()});
        if (picked.size() > kMaxMoves) break;
    }
    EXPECT_FALSE(picker.next()) << "the end is the end";
    return picked;
}

std::vector<std::uint16_t> sorted(const std::vector<Picked>& picked) {
    std::vector<std::uint16_t> raw;
    for (const Picked& p : picked) raw.push_back(p.move.raw());
    std::sort(raw.begin(), raw.end());
    return raw;
}

template <class Keep>
std::vector<std::uint16_t> sorted_if(const Position& pos, Keep keep) {
    std::vector<std::uint16_t> raw;
    for (Move m : test::legal_moves(pos))
        if (keep(m)) raw.push_back(m.raw());
    std::sort(raw.begin(), raw.end());
    return raw;
}

bool is_quiet_stage(PickStage s) {
    return s == PickStage::FirstKiller || s == PickStage::SecondKiller || s == PickStage::Countermove ||
           s == PickStage::GoodQuiet || s == PickStage::BadQuiet || s == PickStage::QuiescenceChecks;
}

bool is_table_stage(PickStage s) {
    return s == PickStage::MainTable || s == PickStage::EvasionTable || s == PickStage::ProbcutTable ||
           s == PickStage::QuiescenceTable;
}

class MovePickerTest : public testing::Test {
protected:
    MovePickerTest() : histories_(std::make_unique<Histories>()), tunings_(test::picker_tunings()) {
        test::randomise(*histories_, 12);
    }

    // Thousands of positions in all variants, with the tunings taking turns.
    template <class Visit>
    void for_positions(std::uint64_t seed, Visit visit) {
        std::size_t turn = 0;
        const int games = 2 * effort(10, 1);
        test::random_games(seed, games, 120, [&](Position& pos) {
            visit(pos, tunings_[turn++ % tunings_.size()]);
            ++positions_;
        });
        EXPECT_GT(positions_, effort(2000, 200));
    }

    // No move, and a few legal ones.
    std::vector<Move> table_moves(const Position& pos) {
        std::vector<Move> choices = {Move::none()};
        const MoveList moves = test::legal_moves(pos);
        for (int i = 0; i < 2 && !moves.empty(); ++i)
            choices.push_back(moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]);
        return choices;
    }

    // Anything a stack entry may hold: nothing, legal moves, moves of other positions, noisy ones.
    Move any_refutation(const Position& pos) {
        const MoveList moves = test::legal_moves(pos);
        switch (rng_.below(4)) {
            case 0: return Move::none();
            case 1: return Move(static_cast<std::uint16_t>(rng_.below(65536)));
            default:
                return moves.empty() ? Move::none()
                                     : moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
        }
    }

    void set_refutations(const Position& pos, HistoryNode& node) {
        Move* const killers = node.killers();
        killers[0] = any_refutation(pos);
        do killers[1] = any_refutation(pos);
        while (killers[1] && killers[1] == killers[0]);
        node.set_countermove(any_refutation(pos));
    }

    static bool uses(const Tuning& t, Move table_move) { return table_move && t.features.table_move; }

    std::unique_ptr<Histories> histories_;  // as after a long search: every number anything
    std::vector<Tuning> tunings_;
    Rng rng_{4};
    int positions_ = 0;
};

std::string describe(const Position& pos, Move table_move) {
    return to_fen(pos, FenStyle::Shredder) + " table move " + test::uci(table_move);
}

TEST_F(MovePickerTest, EveryLegalMoveOnceInTheMainSearch) {
    for_positions(101, [&](Position& pos, const Tuning& t) {
        for (Move table_move : table_moves(pos))
            for (int depth : {1, 4, 20}) {
                HistoryNode node(*histories_, pos, t, depth % 7);
                if (rng_.below(4) != 0) set_refutations(pos, node);
                const auto picked =
                    pick_all(MovePicker<Tuning>::for_search(node.view, *histories_, table_move, depth));
                ASSERT_EQ(sorted(picked), sorted_if(pos, [](Move) { return true; }))
                    << describe(pos, table_move);
                if (uses(t, table_move)) {
                    ASSERT_EQ(picked[0].move, table_move);
                    ASSERT_TRUE(is_table_stage(picked[0].stage));
                }
            }
    });
}

TEST_F(MovePickerTest, StagesComeInOrderAndHoldWhatTheySay) {
    for_positions(102, [&](Position& pos, const Tuning& t) {
        for (Move table_move : table_moves(pos)) {
            HistoryNode node(*histories_, pos, t);
            set_refutations(pos, node);
            const auto picked =
                pick_all(MovePicker<Tuning>::for_search(node.view, *histories_, table_move, 5));
            for (std::size_t i = 0; i < picked.size(); ++i) {
                const Picked& p = picked[i];
                const std::string where = describe(pos, table_move) + " move " + test::uci(p.move);
                if (i > 0) {
                    ASSERT_LE(picked[i - 1].stage, p.stage) << where;
                }
                if (is_table_stage(p.stage)) {
                    ASSERT_EQ(i, 0U) << where;
                    ASSERT_EQ(p.move, table_move) << where;
                    continue;
                }
                ASSERT_EQ(p.stage == PickStage::Evasion, pos.in_check()) << where;
                if (p.stage == PickStage::Evasion) continue;
                ASSERT_EQ(is_quiet_stage(p.stage), !pos.is_noisy(p.move)) << where;
                if (p.stage == PickStage::FirstKiller) {
                    ASSERT_EQ(p.move, node.killers()[0]) << where;
                }
                if (p.stage == PickStage::SecondKiller) {
                    ASSERT_EQ(p.move, node.killers()[1]) << where;
                }
                if (p.stage == PickStage::Countermove) {
                    ASSERT_EQ(p.move, histories_->countermove(node.view)) << where;
                }
            }
        }
    });
}

TEST_F(MovePickerTest, WithinAStageTheMostPromisingComesFirst) {
    for_positions(103, [&](Position& pos, const Tuning& t) {
        const int depth = 1 + static_cast<int>(rng_.below(12));
        HistoryNode node(*histories_, pos, t);
        const auto picked =
            pick_all(MovePicker<Tuning>::for_search(node.view, *histories_, Move::none(), depth));
        const int sort_limit = -t.params.ord_quiet_sort_depth * depth;
        for (std::size_t i = 1; i < picked.size(); ++i) {
            const Picked &before = picked[i - 1], &p = picked[i];
            if (before.stage != p.stage) continue;
            const bool sorted = p.stage == PickStage::GoodNoisy || p.stage == PickStage::BadNoisy ||
                                p.stage == PickStage::Evasion ||
                                (p.stage == PickStage::GoodQuiet && p.score >= sort_limit);
            if (sorted) {
                ASSERT_GE(before.score, p.score) << describe(pos, p.move);
            }
        }
        for (const Picked& p : picked) {
            if (p.stage == PickStage::GoodQuiet) {
                ASSERT_GT(p.score, t.params.ord_good_quiet);
            }
            // The exchange decides between good and bad captures.
            if (p.stage == PickStage::GoodNoisy || p.stage == PickStage::BadNoisy) {
                ASSERT_EQ(see_at_least(pos, p.move, -p.score / t.params.ord_good_noisy_see_divisor),
                          p.stage == PickStage::GoodNoisy)
                    << describe(pos, p.move);
            }
        }
    });
}

TEST_F(MovePickerTest, EvasionCapturesComeBeforeQuietEvasions) {
    int evasions = 0;
    for_positions(104, [&](Position& pos, const Tuning& t) {
        if (!pos.in_check()) return;
        ++evasions;
        HistoryNode node(*histories_, pos, t);
        bool quiet_seen = false;
        for (const Picked& p :
             pick_all(MovePicker<Tuning>::for_search(node.view, *histories_, Move::none(), 5))) {
            ASSERT_FALSE(quiet_seen && pos.is_noisy(p.move)) << describe(pos, p.move);
            quiet_seen |= !pos.is_noisy(p.move);
        }
    });
    EXPECT_GT(evasions, effort(100, 10));
}

TEST_F(MovePickerTest, UsableRefutationsComeBeforeOtherQuiets) {
    for_positions(105, [&](Position& pos, const Tuning& t) {
        if (pos.in_check()) return;
        HistoryNode node(*histories_, pos, t);
        set_refutations(pos, node);
        const auto picked = pick_all(MovePicker<Tuning>::for_search(node.view, *histories_, Move::none(), 5));
        const auto stage_of = [&](Move m) {
            const auto it =
                std::find_if(picked.begin(), picked.end(), [&](const Picked& p) { return p.move == m; });
            return it == picked.end() ? PickStage::Done : it->stage;
        };
        const auto usable = [&](Move m) { return m && pos.is_legal(m) && !pos.is_noisy(m); };
        if (t.features.killers) {
            if (usable(node.killers()[0])) {
                ASSERT_EQ(stage_of(node.killers()[0]), PickStage::FirstKiller);
            }
            if (usable(node.killers()[1])) {
                ASSERT_EQ(stage_of(node.killers()[1]), PickStage::SecondKiller);
            }
        }
        if (t.features.countermove && usable(histories_->countermove(node.view))) {
            ASSERT_LE(stage_of(histories_->countermove(node.view)), PickStage::Countermove);
        }
        for (const Picked& p : picked) {
            if (!t.features.killers) {
                ASSERT_TRUE(p.stage != PickStage::FirstKiller && p.stage != PickStage::SecondKiller);
            }
            if (!t.features.countermove) {
                ASSERT_NE(p.stage, PickStage::Countermove);
            }
        }
    });
}

// Quiet moves can be called off at any time; all captures still come, each once.
TEST_F(MovePickerTest, SkipQuietsIsHonouredFromAnyPoint) {
    for_positions(106, [&](Position& pos, const Tuning& t) {
        for (Move table_move : table_moves(pos)) {
            HistoryNode node(*histories_, pos, t);
            set_refutations(pos, node);
            const auto all = pick_all(MovePicker<Tuning>::for_search(node.view, *histories_, table_move, 5));
            const std::size_t skip_after =
                rng_.below(3) == 0 ? 0 : rng_.below(static_cast<std::uint32_t>(all.size()) + 1);
            auto picker = MovePicker<Tuning>::for_search(node.view, *histories_, table_move, 5);
            std::vector<Picked> picked;
            if (skip_after == 0) picker.skip_quiets();
            while (const Move m = picker.next()) {
                picked.push_back({m, picker.stage(), picker.last_score()});
                ASSERT_LE(picked.size(), all.size()) << describe(pos, table_move);
                // The table move was chosen before anything was called off.
                if (picked.size() > skip_after && !is_table_stage(picker.stage())) {
                    ASSERT_TRUE(pos.is_noisy(m)) << describe(pos, table_move) << ": " << test::uci(m);
                }
                if (picked.size() == skip_after) picker.skip_quiets();
            }
            std::vector<std::uint16_t> noisy;
            for (const Picked& p : picked)
                if (pos.is_noisy(p.move)) noisy.push_back(p.move.raw());
            std::sort(noisy.begin(), noisy.end());
            ASSERT_EQ(noisy, sorted_if(pos, [&](Move m) { return pos.is_noisy(m); }))
                << describe(pos, table_move);
            for (std::size_t i = 0; i < std::min(skip_after, picked.size()); ++i)
                ASSERT_EQ(picked[i].move, all[i].move) << "nothing changes before";
        }
    });
}

TEST_F(MovePickerTest, QuiescenceGetsItsKindOfMovesOnce) {
    for_positions(107, [&](Position& pos, const Tuning& t) {
        for (Move table_move : table_moves(pos))
            for (int depth : {0, -1, t.params.qs_recapture_depth, t.params.qs_deepest}) {
                HistoryNode node(*histories_, pos, t);
                const Square recapture = pos.last_move().is_real() ? pos.last_move().to() : Square::None;
                const auto picked = pick_all(
                    MovePicker<Tuning>::for_quiescence(node.view, *histories_, table_move, depth, recapture));
                const bool only_recaptures =
                    depth <=
                    (t.features.quiescence_taper ? t.params.qs_recapture_depth : t.params.qs_deepest);
                const bool with_checks = t.features.quiescence_checks && depth >= 0 && !only_recaptures;
                ASSERT_EQ(sorted(picked), sorted_if(pos,
                                                    [&](Move m) {
                                                        if (pos.in_check()) return true;
                                                        if (!pos.is_noisy(m))
                                                            return with_checks && pos.gives_check(m);
                                                        return !only_recaptures || m.to() == recapture;
                                                    }))
                    << describe(pos, table_move) << " depth " << depth;
                for (std::size_t i = 1; i < picked.size(); ++i)
                    ASSERT_LE(picked[i - 1].stage, picked[i].stage);
                const bool table_move_fits =
                    uses(t, table_move) && (pos.in_check() || (pos.is_noisy(table_move) && !only_recaptures));
                if (table_move_fits) {
                    ASSERT_EQ(picked[0].move, table_move) << describe(pos, table_move);
                }
                // Promotions to a queen are never left out, unless only recaptures are asked for.
                for (Move m : test::legal_moves(pos))
                    if (m.type() == MoveType::Promotion && m.promotion_piece() == PieceType::Queen &&
                        !only_recaptures) {
                        ASSERT_TRUE(std::any_of(picked.begin(), picked.end(),
                                                [&](const Picked& p) { return p.move == m; }));
                    }
            }
    });
}

TEST_F(MovePickerTest, ProbcutGetsTheMovesThatWinEnough) {
    for_positions(108, [&](Position& pos, const Tuning& t) {
        if (pos.in_check()) return;
        for (Move table_move : table_moves(pos))
            for (int threshold : {-1000, -100, 0, 1, 150, 400, 1200}) {
                HistoryNode node(*histories_, pos, t);
                const auto picked =
                    pick_all(MovePicker<Tuning>::for_probcut(node.view, *histories_, table_move, threshold));
                ASSERT_EQ(
                    sorted(picked),
                    sorted_if(pos,
                              [&](Move m) { return pos.is_noisy(m) && see_at_least(pos, m, threshold); }))
                    << describe(pos, table_move) << " threshold " << threshold;
                if (uses(t, table_move) && pos.is_capture(table_move) &&
                    see_at_least(pos, table_move, threshold)) {
                    ASSERT_EQ(picked[0].move, table_move) << describe(pos, table_move);
                }
                for (std::size_t i = 1; i < picked.size(); ++i)
                    ASSERT_LE(picked[i - 1].stage, picked[i].stage);
            }
    });
}

TEST_F(MovePickerTest, NothingComesWhereThereIsNoMove) {
    for (const char* fen : {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "6Qk/8/6K1/8/8/8/8/8 b - - 0 1"}) {
        const Position pos = test::must_parse(fen);
        for (const Tuning& t : tunings_) {
            HistoryNode node(*histories_, pos, t);
            if (pos.has_legal_move()) continue;
            EXPECT_TRUE(
                pick_all(MovePicker<Tuning>::for_search(node.view, *histories_, Move::none(), 5)).empty());
            EXPECT_TRUE(pick_all(MovePicker<Tuning>::for_quiescence(node.view, *histories_, Move::none(), 0,
                                                                    Square::None))
                            .empty());
            EXPECT_TRUE(
                pick_all(MovePicker<Tuning>::for_probcut(node.view, *histories_, Move::none(), 0)).empty());
        }
    }
}

// The most moves a position of promoted pieces has; the buffers must hold them.
TEST_F(MovePickerTest, HoldsTheFullestPositions) {
    for (const char* fen : {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
                            "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1"}) {
        const Position pos = test::must_parse(fen);
        for (const Tuning& t : tunings_) {
            HistoryNode node(*histories_, pos, t);
            const auto picked =
                pick_all(MovePicker<Tuning>::for_search(node.view, *histories_, Move::none(), 9));
            EXPECT_EQ(sorted(picked), sorted_if(pos, [](Move) { return true; }));
            EXPECT_GE(picked.size(), 200U);
        }
    }
}

// With nothing learned yet captures are ordered by what they take.
TEST_F(MovePickerTest, TheBiggerVictimComesFirst) {
    histories_->clear();
    const Tuning tuning;
    const Position pos = test::must_parse("4k3/8/2q1r3/3P4/1n6/P7/8/6K1 w - - 0 1");
    HistoryNode node(*histories_, pos, tuning);
    const auto picked = pick_all(MovePicker<Tuning>::for_search(node.view, *histories_, Move::none(), 5));
    ASSERT_GE(picked.size(), 3U);
    EXPECT_EQ(test::uci(picked[0].move), "d5c6");
    EXPECT_EQ(test::uci(picked[1].move), "d5e6");
    EXPECT_EQ(test::uci(picked[2].move), "a3b4");
}

}  // namespace
}  // namespace stillpoint
