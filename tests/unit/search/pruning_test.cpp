#include "search/pruning.h"

#include <vector>

#include <gtest/gtest.h>

#include "search/reductions.h"

namespace stillpoint {
namespace {

const Tuning kTuning{};

// Bounds and evaluations over the whole range, dense where decisions are made and at the edges.
const std::vector<Score>& scores() {
    static const std::vector<Score> all = [] {
        std::vector<Score> s;
        for (Score x = -3000; x <= 3000; x += 75) s.push_back(x);
        for (Score edge : {kMaxEval, kMinTablebaseScore, kTablebaseScore, kMinMateScore, kMateScore})
            for (Score x : {edge - 200, edge - 1, edge, edge + 1}) {
                if (x >= kInfiniteScore) continue;
                s.push_back(x);
                s.push_back(-x);
            }
        return s;
    }();
    return all;
}

const std::vector<int> kDepths = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 14, 15, 20, 30, 60, 120, kMaxPly - 1};

// Every combination of what a node can know, with plausible evaluations.
template <class Visit>
void for_facts(Visit visit) {
    for (int bits = 0; bits < 32; ++bits)
        for (Score eval : scores()) {
            NodeFacts f;
            f.improving = bits & 1;
            f.opponent_worsening = bits & 2;
            f.table_hit = bits & 4;
            f.table_pv = bits & 8;
            f.has_pieces = bits & 16;
            f.eval = eval;
            f.static_eval = std::clamp(eval, -kMaxEval, kMaxEval);
            visit(f);
            if (testing::Test::HasFatalFailure()) return;
        }
}

// As facts are in check: the evaluation is whatever was known two plies before, possibly nothing.
NodeFacts in_check(NodeFacts f) {
    f.in_check = true;
    return f;
}

TEST(Razoring, NeverInCheckOrWhereLossIsCertainAndMonotone) {
    int fired = 0;
    for_facts([&](const NodeFacts& f) {
        for (Score alpha : scores()) {
            bool deeper_fires = false;
            for (auto depth = kDepths.rbegin(); depth != kDepths.rend(); ++depth) {
                const bool fires = prune::razoring(kTuning, f, *depth, alpha);
                ASSERT_FALSE(prune::razoring(kTuning, in_check(f), *depth, alpha));
                if (!fires) {
                    ASSERT_FALSE(deeper_fires)
                        << "depth " << *depth << " eval " << f.eval << " alpha " << alpha;
                    continue;
                }
                ++fired;
                deeper_fires = true;
                ASSERT_FALSE(is_loss(alpha)) << alpha;
                ASSERT_LT(f.eval, alpha);
            }
        }
    });
    if (kTuning.features.razoring) {
        EXPECT_GT(fired, 0);
    }
}

TEST(ReverseFutility, NeverInCheckOrOnDecisiveBoundsAndMonotone) {
    int fired = 0;
    for_facts([&](const NodeFacts& f) {
        for (Score beta : scores()) {
            bool deeper_fires = false;
            for (auto depth = kDepths.rbegin(); depth != kDepths.rend(); ++depth) {
                const bool fires = prune::reverse_futility(kTuning, f, *depth, beta);
                ASSERT_FALSE(prune::reverse_futility(kTuning, in_check(f), *depth, beta));
                if (!fires) {
                    ASSERT_FALSE(deeper_fires)
                        << "depth " << *depth << " eval " << f.eval << " beta " << beta;
                    continue;
                }
                ++fired;
                deeper_fires = true;
                ASSERT_FALSE(is_decisive(beta)) << beta;
                ASSERT_FALSE(f.table_pv);
                const Score returned = prune::reverse_futility_score(kTuning, f, beta);
                ASSERT_GE(returned, beta);
                ASSERT_LE(returned, f.eval);
                ASSERT_FALSE(is_decisive(returned));
            }
        }
    });
    if (kTuning.features.reverse_futility) {
        EXPECT_GT(fired, 0);
    }
}

TEST(ReverseFutility, AQuietTableMoveSpeaksAgainstIt) {
    NodeFacts f{.has_pieces = true, .static_eval = 3000, .eval = 3000};
    f.table.move = Move(Square::E2, Square::E4);
    EXPECT_FALSE(prune::reverse_futility(kTuning, f, 1, 0));
    f.table_move_noisy = true;
    EXPECT_EQ(prune::reverse_futility(kTuning, f, 1, 0), kTuning.features.reverse_futility);
}

TEST(ReverseFutility, MarginGrowsWithDepthAndShrinksWhenThingsGoWell) {
    for (bool hit : {false, true}) {
        NodeFacts plain, improving, worsening;
        plain.table_hit = improving.table_hit = worsening.table_hit = hit;
        improving.improving = worsening.opponent_worsening = true;
        for (int depth = 1; depth < kMaxPly - 1; ++depth) {
            for (const NodeFacts& f : {plain, improving, worsening})
                EXPECT_LT(prune::reverse_futility_margin(kTuning, f, depth),
                          prune::reverse_futility_margin(kTuning, f, depth + 1));
            EXPECT_LE(prune::reverse_futility_margin(kTuning, improving, depth),
                      prune::reverse_futility_margin(kTuning, plain, depth));
            EXPECT_LE(prune::reverse_futility_margin(kTuning, worsening, depth),
                      prune::reverse_futility_margin(kTuning, plain, depth));
        }
    }
}

// The more the evaluation had to be corrected, in either direction, the wider the margin.
TEST(ReverseFutility, MarginGrowsWithDoubt) {
    NodeFacts sure, unsure, wrong;
    unsure.correction = 60;
    wrong.correction = -200;
    for (int depth = 1; depth < kMaxPly - 1; ++depth) {
        EXPECT_LT(prune::reverse_futility_margin(kTuning, sure, depth),
                  prune::reverse_futility_margin(kTuning, unsure, depth));
        EXPECT_LT(prune::reverse_futility_margin(kTuning, unsure, depth),
                  prune::reverse_futility_margin(kTuning, wrong, depth));
    }
}

// The same facts in a node where the parent expects a fail-high, or not.
NodeFacts in_cut_node(NodeFacts f, bool cut_node = true) {
    f.cut_node = cut_node;
    return f;
}

TEST(NullMove, NeverInCheckOrWithoutPiecesOrWhenLosing) {
    int fired = 0;
    for_facts([&](const NodeFacts& facts) {
        const NodeFacts f = in_cut_node(facts);
        for (Score beta : scores())
            for (int depth : kDepths) {
                ASSERT_FALSE(prune::null_move_worth_trying(kTuning, in_check(f), depth, beta));
                NodeFacts singular = f;
                singular.excluded = true;
                ASSERT_FALSE(prune::null_move_worth_trying(kTuning, singular, depth, beta));
                ASSERT_FALSE(prune::null_move_worth_trying(kTuning, in_cut_node(f, false), depth, beta));
                if (!prune::null_move_worth_trying(kTuning, f, depth, beta)) continue;
                ++fired;
                ASSERT_TRUE(f.has_pieces) << "zugzwang";
                ASSERT_GE(f.static_eval, beta + kTuning.params.nmp_base - kTuning.params.nmp_depth * depth);
                ASSERT_FALSE(is_loss(beta)) << beta;
            }
    });
    if (kTuning.features.null_move) {
        EXPECT_GT(fired, 0);
    }
}

TEST(NullMove, NeverOnDecisiveBounds) {
    for_facts([&](const NodeFacts& facts) {
        const NodeFacts f = in_cut_node(facts);
        for (Score beta : scores())
            for (int depth : kDepths)
                if (is_decisive(beta)) {
                    ASSERT_FALSE(prune::null_move_worth_trying(kTuning, f, depth, beta))
                        << "beta " << beta << " eval " << f.eval;
                }
    });
}

// The deeper the node, the deeper the search that must confirm the cut; but always much less than the node's.
TEST(NullMove, ReductionGrowsWithDepthMoreSlowlyThanDepth) {
    for (int depth = 1; depth < kMaxPly - 1; ++depth) {
        const int r = prune::null_move_reduction(kTuning, depth);
        const int next = prune::null_move_reduction(kTuning, depth + 1);
        EXPECT_GE(r, 2);
        EXPECT_GE(next, r);
        EXPECT_LE(next, r + 1);
    }
}

TEST(InternalIterativeReduction, OnlyWithoutTableMove) {
    int fired = 0;
    for_facts([&](const NodeFacts& facts) {
        for (int depth : kDepths)
            for (bool pv : {false, true})
                for (bool cut_node : {false, true}) {
                    if (pv && cut_node) continue;
                    const NodeFacts f = in_cut_node(facts, cut_node);
                    ASSERT_FALSE(prune::internal_iterative_reduction(kTuning, in_check(f), depth, pv));
                    NodeFacts known = f;
                    known.table.move = Move(Square::E2, Square::E4);
                    ASSERT_FALSE(prune::internal_iterative_reduction(kTuning, known, depth, pv));
                    NodeFacts singular = f;
                    singular.excluded = true;
                    ASSERT_FALSE(prune::internal_iterative_reduction(kTuning, singular, depth, pv));
                    const bool fires = prune::internal_iterative_reduction(kTuning, f, depth, pv);
                    fired += fires;
                    if (fires) {
                        ASSERT_GE(depth, 2) << "depth must not fall to nothing";
                    }
                }
    });
    if (kTuning.features.internal_iterative_reduction) {
        EXPECT_GT(fired, 0);
    }
}

TEST(ProbCut, NeverInCheckOrOnDecisiveBounds) {
    int fired = 0;
    for_facts([&](const NodeFacts& facts) {
        for (Score beta : scores())
            for (int depth : kDepths)
                for (Score table_score : {kNoScore, beta - 1, beta + 100, beta + 1000}) {
                    NodeFacts f = facts;
                    f.table.score = table_score;
                    const Score raised = prune::probcut_beta(kTuning, f, beta);
                    ASSERT_GT(raised, beta);
                    ASSERT_FALSE(prune::probcut_worth_trying(kTuning, in_check(f), depth, beta, raised));
                    if (!prune::probcut_worth_trying(kTuning, f, depth, beta, raised)) continue;
                    ++fired;
                    ASSERT_FALSE(is_decisive(beta));
                    ASSERT_TRUE(table_score == kNoScore || table_score >= raised)
                        << "the table speaks against it";
                }
    });
    if (kTuning.features.probcut) {
        EXPECT_GT(fired, 0);
    }
}

TEST(ProbCut, IsShallowerTheFurtherWeStandAboveBeta) {
    for (int depth : kDepths) {
        int last = depth;
        for (Score above = -2000; above <= 2000; above += 50) {
            NodeFacts f;
            f.static_eval = 100 + above;
            const int probe = prune::probcut_depth(kTuning, f, depth, 100);
            ASSERT_LE(probe, last);
            ASSERT_GE(probe, 0);
            last = probe;
        }
        EXPECT_EQ(last, std::max(0, depth - kTuning.params.prob_reduction - 1 -
                                        2000 / kTuning.params.prob_depth_divisor));
    }
}

TEST(SmallProbCut, NeedsADeepLowerBoundFarAboveAndNothingDecisive) {
    int fired = 0;
    for (Score beta : scores())
        for (Score table_score : scores())
            for (int depth : kDepths)
                for (int table_depth : kDepths)
                    for (Bound bound : {Bound::None, Bound::Upper, Bound::Lower, Bound::Exact}) {
                        NodeFacts f;
                        f.table_hit = true;
                        f.table = {.score = table_score, .depth = table_depth, .bound = bound};
                        if (!prune::small_probcut(kTuning, f, depth, beta)) continue;
                        ++fired;
                        ASSERT_TRUE(allows_lower(bound));
                        ASSERT_FALSE(is_decisive(beta));
                        ASSERT_FALSE(is_decisive(table_score));
                        ASSERT_GT(table_score, beta);
                        // A deeper entry, or a node of less depth, can only make it more certain.
                        NodeFacts deeper = f;
                        deeper.table.depth += 3;
                        ASSERT_TRUE(prune::small_probcut(kTuning, deeper, depth, beta));
                        ASSERT_TRUE(prune::small_probcut(kTuning, f, depth - 1, beta));
                        // What is returned then must not be more than the table knows.
                        ASSERT_LE(beta + kTuning.params.prob_small_margin, table_score);
                    }
    if (kTuning.features.small_probcut) {
        EXPECT_GT(fired, 0);
    }
    NodeFacts nothing;
    EXPECT_FALSE(prune::small_probcut(kTuning, nothing, 1, -3000));
}

TEST(LateMove, LimitGrowsWithDepth) {
    for (bool improving : {false, true}) {
        NodeFacts f;
        f.improving = improving;
        int last = 0;
        for (int depth = 0; depth < kMaxPly; ++depth) {
            const int limit = prune::late_move_limit(kTuning, f, depth);
            EXPECT_GE(limit, 1);
            EXPECT_GE(limit, last);
            last = limit;
            bool fired = false;
            for (int count = 1; count < 250; ++count) {
                const bool fires = prune::late_move(kTuning, f, depth, count);
                ASSERT_TRUE(fires || !fired) << "once too late, always too late";
                ASSERT_TRUE(!fires || count >= limit);
                fired = fires;
            }
        }
    }
    NodeFacts improving, plain;
    improving.improving = true;
    for (int depth = 1; depth < kMaxPly; ++depth)
        EXPECT_GE(prune::late_move_limit(kTuning, improving, depth),
                  prune::late_move_limit(kTuning, plain, depth));
}

TEST(NoisyFutility, NeverInCheckOrWhereLossIsCertainAndMonotone) {
    int fired = 0;
    for (Score eval : scores()) {
        if (is_decisive(eval)) continue;
        NodeFacts f{.static_eval = eval, .eval = eval};
        for (Score alpha : scores())
            for (int victim : {0, 100, 300, 500, 900})
                for (int history : {-10692, -3000, 0, 3000, 10692}) {
                    bool deeper_fires = false;
                    for (int depth = 15; depth >= -8; --depth) {
                        const bool fires = prune::noisy_futility(kTuning, f, depth, alpha, victim, history);
                        ASSERT_FALSE(
                            prune::noisy_futility(kTuning, in_check(f), depth, alpha, victim, history));
                        ASSERT_TRUE(fires || !deeper_fires) << "depth " << depth;
                        deeper_fires = fires;
                        if (!fires) continue;
                        ++fired;
                        ASSERT_FALSE(is_loss(alpha));
                        // A smaller victim or a worse record is no better.
                        ASSERT_TRUE(prune::noisy_futility(kTuning, f, depth, alpha, 0, history));
                        ASSERT_TRUE(prune::noisy_futility(kTuning, f, depth, alpha, victim, -10692));
                    }
                }
    }
    if (kTuning.features.noisy_futility) {
        EXPECT_GT(fired, 0);
    }
}

TEST(QuietFutility, NeverInCheckOrWhereLossIsCertainAndMonotone) {
    int fired = 0;
    for (Score eval : scores()) {
        if (is_decisive(eval)) continue;
        NodeFacts f{.static_eval = eval, .eval = eval};
        for (Score alpha : scores())
            for (bool has_best : {false, true}) {
                bool deeper_fires = false;
                for (int depth = 25; depth >= -8; --depth) {
                    const bool fires = prune::quiet_futility(kTuning, f, depth, alpha, has_best);
                    ASSERT_FALSE(prune::quiet_futility(kTuning, in_check(f), depth, alpha, has_best));
                    ASSERT_TRUE(fires || !deeper_fires) << "depth " << depth;
                    deeper_fires = fires;
                    if (!fires) continue;
                    ++fired;
                    ASSERT_FALSE(is_loss(alpha));
                    ASSERT_LE(prune::quiet_futility_value(kTuning, f, depth, has_best), alpha);
                    if (!has_best) {
                        ASSERT_TRUE(prune::quiet_futility(kTuning, f, depth, alpha, true))
                            << "with a good move in hand less is kept, not more";
                    }
                }
            }
    }
    if (kTuning.features.quiet_futility) {
        EXPECT_GT(fired, 0);
    }
}

TEST(HistoryPruning, OnlyBadRecordsAndFewerOfThemDeeper) {
    int fired = 0;
    for (int history = -80'000; history <= 80'000; history += 500) {
        bool deeper_fires = false;
        for (auto depth = kDepths.rbegin(); depth != kDepths.rend(); ++depth) {
            const bool fires = prune::history_too_bad(kTuning, *depth, history);
            ASSERT_TRUE(fires || !deeper_fires);
            deeper_fires = fires;
            fired += fires;
            if (fires) {
                ASSERT_LT(history, 0);
            }
        }
    }
    if (kTuning.features.history_pruning) {
        EXPECT_GT(fired, 0);
    }
}

TEST(SeePruning, MarginsAreNeverNegativeAndGrowWithDepth) {
    for (int depth = 1; depth < kMaxPly; ++depth)
        for (int history : {-10692, -5000, 0, 5000, 10692}) {
            const int margin = prune::noisy_see_margin(kTuning, depth, history);
            EXPECT_GE(margin, 0) << "a move that loses nothing is never skipped for its exchange";
            EXPECT_GE(prune::noisy_see_margin(kTuning, depth, history + 500), margin);
            EXPECT_GE(prune::noisy_see_margin(kTuning, depth + 1, std::max(history, 0)),
                      prune::noisy_see_margin(kTuning, depth, std::max(history, 0)));
        }
    int last = 0;
    for (int depth = -20; depth < kMaxPly; ++depth) {
        const int margin = prune::quiet_see_margin(kTuning, depth);
        EXPECT_GE(margin, last);
        last = margin;
    }
    EXPECT_EQ(prune::quiet_see_margin(kTuning, -5), 0);
}

TEST(SingularExtension, NeedsATrustedMoveAndNothingDecisive) {
    int fired = 0;
    for (Score table_score : scores())
        for (int depth : kDepths)
            for (int table_depth : kDepths)
                for (Bound bound : {Bound::None, Bound::Upper, Bound::Lower, Bound::Exact})
                    for (bool table_pv : {false, true}) {
                        NodeFacts f;
                        f.table_hit = true;
                        f.table_pv = table_pv;
                        f.table = {.move = Move(Square::E2, Square::E4),
                                   .score = table_score,
                                   .depth = table_depth,
                                   .bound = bound};
                        NodeFacts other = f;
                        other.excluded = true;
                        ASSERT_FALSE(prune::singular_worth_trying(kTuning, other, depth)) << "no nesting";
                        other = f;
                        other.table.move = Move::none();
                        ASSERT_FALSE(prune::singular_worth_trying(kTuning, other, depth));
                        other = f;
                        other.table.score = kNoScore;
                        ASSERT_FALSE(prune::singular_worth_trying(kTuning, other, depth));
                        if (!prune::singular_worth_trying(kTuning, f, depth)) continue;
                        ++fired;
                        ASSERT_TRUE(allows_lower(bound));
                        ASSERT_FALSE(is_decisive(table_score));
                        ASSERT_GE(table_depth, depth - 4);
                        ASSERT_GE((depth - 1) / 2, 1) << "the test itself must be a search";
                    }
    if (kTuning.features.singular_extension) {
        EXPECT_GT(fired, 0);
    }
}

TEST(SingularExtension, TheBarIsBelowTheScoreAndSinksWithDepth) {
    for (Score table_score : {-2000, -100, 0, 100, 2000})
        for (bool table_pv : {false, true})
            for (bool pv : {false, true}) {
                NodeFacts f;
                f.table_pv = table_pv;
                f.table.score = table_score;
                Score last = table_score;
                for (int depth = 2; depth < kMaxPly; ++depth) {
                    const Score bar = prune::singular_beta(kTuning, f, depth, pv);
                    ASSERT_LT(bar, table_score);
                    ASSERT_LE(bar, last);
                    ASSERT_FALSE(is_decisive(bar));
                    last = bar;
                }
            }
}

TEST(DeltaPruning, NeverInCheckOrWhereLossIsCertainAndMonotone) {
    int fired = 0;
    for (Score stand_pat : scores()) {
        if (is_decisive(stand_pat)) continue;
        for (bool can_promote : {false, true})
            for (Score alpha = -kInfiniteScore; alpha <= kInfiniteScore; alpha += 61) {
                ASSERT_FALSE(prune::delta(kTuning, true, stand_pat, alpha, can_promote));
                if (!prune::delta(kTuning, false, stand_pat, alpha, can_promote)) continue;
                ++fired;
                ASSERT_FALSE(is_loss(alpha));
                // At least a queen below.
                ASSERT_LT(stand_pat + 500, alpha);
                ASSERT_TRUE(prune::delta(kTuning, false, stand_pat, alpha + 61, can_promote));
                ASSERT_TRUE(prune::delta(kTuning, false, stand_pat, alpha, false))
                    << "a pawn about to promote is a reason to look, not to stop";
            }
    }
    if (kTuning.features.delta_pruning) {
        EXPECT_GT(fired, 0);
    }
}

// A win is found elsewhere: what can't come near it need not be looked at. Where a loss is certain, anything
// is worth a look.
TEST(BoundsOfCertainty, AWinInHandPrunesWhatCannotBeatItAndALossNothing) {
    const NodeFacts equal{.has_pieces = true, .static_eval = 0, .eval = 0};
    for (Score distance : {0, 10, 100}) {
        for (const Score win : {mate_in(1 + distance), kTablebaseScore - distance}) {
            EXPECT_TRUE(prune::razoring(kTuning, equal, 1, win));
            EXPECT_TRUE(prune::noisy_futility(kTuning, equal, 1, win, 900, 0));
            EXPECT_TRUE(prune::quiet_futility(kTuning, equal, 1, win, true));
            EXPECT_TRUE(prune::delta(kTuning, false, 0, win, true));
        }
        for (const Score loss : {mated_in(distance), -kTablebaseScore + distance}) {
            EXPECT_FALSE(prune::razoring(kTuning, equal, 1, loss));
            EXPECT_FALSE(prune::noisy_futility(kTuning, equal, 1, loss, 0, 0));
            EXPECT_FALSE(prune::quiet_futility(kTuning, equal, 1, loss, true));
            EXPECT_FALSE(prune::delta(kTuning, false, 0, loss, false));
        }
    }
}

class ReductionsTest : public testing::Test {
protected:
    ReductionsTest() { reductions_.prepare(kTuning.params); }
    int base(bool improving, int depth, int count, int window = 1, int root_window = 20) const {
        return reductions_.base(kTuning.params, improving, depth, count, window, root_window);
    }
    Reductions reductions_;
};

TEST_F(ReductionsTest, GrowWithDepthAndMoveNumber) {
    for (bool improving : {false, true})
        for (int depth = 1; depth < kMaxPly; ++depth)
            for (int count = 1; count < 220; ++count) {
                ASSERT_LE(base(improving, depth, count), base(improving, depth + 1, count));
                ASSERT_LE(base(improving, depth, count), base(improving, depth, count + 1));
                ASSERT_LE(base(true, depth, count), base(false, depth, count));
            }
}

TEST_F(ReductionsTest, WiderWindowsAreReducedLess) {
    for (int window = 1; window < 2000; ++window)
        ASSERT_GE(base(false, 10, 10, window, 2000), base(false, 10, 10, window + 1, 2000));
    // The whole window of a search without aspiration.
    const int widest = base(false, 10, 10, 2 * kInfiniteScore, 2 * kInfiniteScore);
    EXPECT_LE(widest, base(false, 10, 10, 1, 2 * kInfiniteScore));
    EXPECT_GT(base(false, 10, 10, 2 * kInfiniteScore, 1), -kMaxPly * 1024 * 1024) << "no overflow";
}

TEST_F(ReductionsTest, AreOfASensibleSize) {
    EXPECT_LT(base(false, kMaxPly, 250) / 1024, kMaxPly / 2);
    EXPECT_GT(base(false, 20, 40) / 1024, 2);
}

TEST_F(ReductionsTest, PreparingTwiceChangesNothing) {
    const int before = base(false, 13, 17);
    reductions_.prepare(kTuning.params);
    EXPECT_EQ(base(false, 13, 17), before);
}

// Each term pushes in its own direction whatever else is known.
TEST(ReductionTerms, PushInTheirDirection) {
    for (int bits = 0; bits < 512; ++bits) {
        NodeFacts f;
        f.table_pv = bits & 1;
        f.table_move_noisy = bits & 2;
        if (bits & 4) f.table.move = Move(Square::E2, Square::E4);
        f.cut_node = bits & 16;
        ReductionTerms m{.pv = (bits & 8) != 0,
                         .is_table_move = false,
                         .gives_check = (bits & 32) != 0,
                         .table_score_above_alpha = (bits & 64) != 0,
                         .table_depth_reached = (bits & 128) != 0,
                         .depth = 9,
                         .move_count = 10,
                         .child_cutoffs = (bits & 256) ? 5 : 0,
                         .history = 0,
                         .noisy = false};
        const auto with = [&](auto change) {
            NodeFacts g = f;
            ReductionTerms n = m;
            change(g, n);
            return reduction_with_terms(kTuning, g, 4000, n);
        };
        const int r = reduction_with_terms(kTuning, f, 4000, m);
        // At an all-node the last term is a share of the others.
        const bool all_node = !m.pv && !f.cut_node;
        EXPECT_EQ(reduction_with_terms(kTuning, f, 5000, m) > r + 1000, all_node);
        EXPECT_GE(reduction_with_terms(kTuning, f, 5000, m), r + 1000);
        EXPECT_LE(with([](NodeFacts&, ReductionTerms& n) { n.is_table_move = true; }), r);
        EXPECT_LE(with([](NodeFacts&, ReductionTerms& n) { n.gives_check = true; }), r);
        EXPECT_LE(with([](NodeFacts& g, ReductionTerms&) { g.table_pv = true; }), r);
        EXPECT_LE(with([](NodeFacts& g, ReductionTerms&) { g.correction = 150; }), r);
        EXPECT_EQ(with([](NodeFacts& g, ReductionTerms&) { g.correction = 150; }),
                  with([](NodeFacts& g, ReductionTerms&) { g.correction = -150; }));
        EXPECT_GE(with([](NodeFacts&, ReductionTerms& n) { n.child_cutoffs = 9; }), r);
        EXPECT_GE(with([](NodeFacts& g, ReductionTerms&) { g.table_move_noisy = true; }), r);
        if (!f.table_pv) {
            EXPECT_GE(with([](NodeFacts& g, ReductionTerms&) { g.cut_node = true; }), r);
        }
        for (bool noisy : {false, true}) {
            const int good =
                with([&](NodeFacts&, ReductionTerms& n) { n.history = 20'000, n.noisy = noisy; });
            const int bad =
                with([&](NodeFacts&, ReductionTerms& n) { n.history = -20'000, n.noisy = noisy; });
            EXPECT_LE(good, r) << "a good record is reduced less";
            EXPECT_GE(bad, r);
        }
    }
}

}  // namespace
}  // namespace stillpoint
