// The main search: one node of the tree, as a list of numbered steps.
#include <algorithm>
#include <utility>

#include "chess/see.h"
#include "search/ordering.h"
#include "search/worker.h"

namespace stillpoint {

namespace {

// The fifty-move rule takes back the evaluation's advantage little by little.
constexpr int kFiftyMoveDamping = 212;
// Earlier principal variations that fail low are remembered as such where the search was this deep.
constexpr int kRememberPvDepth = 4;
// A table move about to fall into quiescence is searched one ply deep once the iterations are past this depth
// and the table knows more than quiescence: the line it promises is seen.
constexpr int kShowLineRootDepth = 8;
constexpr int kShowLineTableDepth = 1;

}  // namespace

template <class P>
int Worker::raw_evaluation() {
    int eval = evaluator_.evaluate(pos_) * tuning<P>().params.eval_percent / 100;
    if (context_->eval_noise.amount > 0) eval += context_->eval_noise.of(pos_.key());
    if (tuning<P>().features.fifty_move_damping) eval -= eval * pos_.halfmove_clock() / kFiftyMoveDamping;
    return std::clamp(eval, -kMaxEval, kMaxEval);
}

void Worker::prefetch(Move m) const {
    const bool irreversible = pos_.is_capture(m) || type_of(pos_.moved_piece(m)) == PieceType::Pawn;
    const int clock = irreversible ? 0 : pos_.halfmove_clock() + 1;
    context_->table->prefetch(stillpoint::table_key(pos_.key_after(m), clock));
}

template <class P>
void Worker::make(StackEntry* ss, Move m) {
    const bool capture = pos_.is_capture(m);
    const Piece piece = pos_.moved_piece(m);
    count_node();
    if (is_check_due()) check_limits();
    ss->current_move = m;
    ss->moved_piece = piece;
    ss->continuation = &histories_->after(ss->in_check, capture, piece, m.to());
    ss->correction = &corrections_->after(piece, m.to());
    trace<P>().made(m);
    corrections_->prefetch_continuations(ss, piece, m.to());
    evaluator_.push(pos_.make(m));
    corrections_->prefetch(pos_);
    evaluator_.keep_up(pos_);
}

void Worker::undo() {
    pos_.undo();
    evaluator_.pop();
}

void Worker::make_null(StackEntry* ss) {
    ss->current_move = Move::null();
    ss->moved_piece = Piece::None;
    ss->history = 0;
    ss->continuation = &histories_->no_continuation();
    ss->correction = &corrections_->no_continuation();
    pos_.make_null();
}

void Worker::update_pv(StackEntry* ss, Move m) {
    PvLine& line = pv_[static_cast<std::size_t>(ss->ply)];
    const PvLine& child = pv_[static_cast<std::size_t>(ss->ply) + 1];
    line.clear();
    line.push_back(m);
    for (Move next : child)
        if (line.size() < PvLine::capacity()) line.push_back(next);
}

// Step 4. All the node knows of itself: what the table says, and the evaluation.
template <class P, NodeKind kKind>
NodeFacts Worker::gather_facts(StackEntry* ss, bool cut_node) {
    constexpr bool kPv = kKind != NodeKind::NonPv;
    // Before the table is asked: what both read comes from memory, and one wait is shorter than two.
    const int correction = corrections_->of(view<P>(ss));
    const Table::Probe probe = context_->table->probe(table_key());
    const Move excluded = ss->excluded_move;
    trace<P>().event(Event::TableProbe);
    if (probe.hit) trace<P>().event(Event::TableHit);

    NodeFacts f;
    f.slot = probe.slot;
    f.in_check = ss->in_check;
    f.cut_node = cut_node;
    f.excluded = bool(excluded);
    f.table_hit = probe.hit;
    f.table = probe.data;
    f.table.score = probe.hit ? from_table(probe.data.score, ss->ply, pos_.halfmove_clock()) : kNoScore;
    f.table_pv = excluded ? ss->table_pv : kPv || (probe.hit && probe.data.was_pv);
    if constexpr (kKind == NodeKind::Root)
        f.table.move = root_moves_[pv_index_].move();
    else if (f.table.move && !pos_.is_legal(f.table.move))
        f.table.move = Move::none();
    f.table_move_noisy = f.table.move && pos_.is_noisy(f.table.move);
    f.has_pieces = pos_.has_pieces(pos_.side_to_move());
    f.correction = correction;
    ss->table_hit = f.table_hit;
    ss->table_pv = f.table_pv;

    if (f.in_check) {
        // No evaluation in check; the last one of this side stands in for comparisons.
        f.static_eval = f.eval = (ss - 2)->static_eval;
        ss->static_eval = f.static_eval;
        return f;
    }
    if (excluded) {
        // The singular search sits on a node that has evaluated already.
        f.static_eval = f.eval = ss->static_eval;
        f.raw_eval = ss->static_eval - f.correction;
    } else {
        f.raw_eval = probe.hit && is_valid(probe.data.eval) ? probe.data.eval : raw_evaluation<P>();
        f.static_eval = f.eval = corrected(f.raw_eval, f.correction);
        ss->static_eval = f.static_eval;
        // A score from a search knows more, if its bound points the right way.
        if (tuning<P>().features.table_eval && is_valid(f.table.score) &&
            (f.table.score > f.eval ? allows_lower(f.table.bound) : allows_upper(f.table.bound)))
            f.eval = f.table.score;
        if (!probe.hit) f.slot.write({.eval = f.raw_eval, .depth = kDepthEvalOnly, .was_pv = f.table_pv});
    }
    const Score before = (ss - 2)->static_eval, theirs = (ss - 1)->static_eval;
    f.improving = tuning<P>().features.improving && is_valid(before) && f.static_eval > before;
    f.opponent_worsening = is_valid(theirs) && f.static_eval > -theirs;
    return f;
}

// Whether the table says one thing of the position and another of the one after its best move.
bool Worker::contradicts_itself(const TableData& table, Score beta) {
    if (!table.move || is_decisive(table.score)) return false;
    pos_.make(table.move);
    const Table::Probe after = context_->table->probe(table_key());
    pos_.undo();
    return after.hit && is_valid(after.data.score) && !is_decisive(after.data.score) &&
           (table.score >= beta) != (-after.data.score >= beta);
}

// A quiet move that takes back our last one, which took back the one before: more of the same shows nothing.
bool Worker::goes_to_and_fro(const StackEntry* ss, Move m) const {
    constexpr int kMinPly = 20, kMinClock = 10;
    const auto takes_back = [](Move later, Move earlier) {
        return later.from() == earlier.to() && later.to() == earlier.from();
    };
    const Move last = (ss - 2)->current_move, before = (ss - 4)->current_move;
    return ss->ply >= kMinPly && pos_.halfmove_clock() >= kMinClock && last.is_real() && before.is_real() &&
           !pos_.is_noisy(m) && takes_back(m, last) && takes_back(last, before);
}

// Step 9. If passing still beats beta, a real move will. Deep cuts are verified without null moves: in
// zugzwang passing would be the best move of all.
template <class P>
std::optional<Score> Worker::try_null_move(StackEntry* ss, Score beta, int depth) {
    const int reduced = depth - prune::null_move_reduction(tuning<P>(), depth);
    Score score = 0;
    {
        const MadeNullMove made(*this, ss);
        trace<P>().purpose(Purpose::NullMove);
        score = -search<P, NodeKind::NonPv>(ss + 1, -beta, -beta + 1, reduced, false);
    }
    if (stopped()) return 0;
    // An unproven win is no reason to claim one.
    if (score < beta || is_win(score)) return std::nullopt;
    if (null_move_min_ply_ > 0 || depth < tuning<P>().params.nmp_verify_depth ||
        !tuning<P>().features.null_move_verification)
        return score;

    null_move_min_ply_ = ss->ply + 3 * std::max(reduced, 1) / 4;
    trace<P>().purpose(Purpose::NullMoveVerification);
    const Score verified = search<P, NodeKind::NonPv>(ss, beta - 1, beta, reduced, false);
    null_move_min_ply_ = 0;
    if (verified >= beta) return score;
    return std::nullopt;
}

// Step 11. A good capture that beats a raised beta in a shallow search would beat beta in a deep one.
template <class P>
std::optional<Score> Worker::try_probcut(StackEntry* ss, const NodeFacts& facts, Score beta, int depth) {
    const Score raised = prune::probcut_beta(tuning<P>(), facts, beta);
    if (!prune::probcut_worth_trying(tuning<P>(ss), facts, depth, beta, raised)) return std::nullopt;
    trace<P>().tried(Rule::ProbCut);

    const auto node = view<P>(ss);
    auto picker = MovePicker<typename P::Tuning>::for_probcut(
        node, *histories_, facts.table.move, exchange_margin(tuning<P>(), raised - facts.static_eval));
    const int probe_depth = prune::probcut_depth(tuning<P>(), facts, depth, beta);
    while (const Move m = picker.next()) {
        if (m == ss->excluded_move) continue;
        prefetch(m);
        ss->history = histories_->capture(pos_, m);
        Score score = 0;
        {
            const MadeMove<P> made(*this, ss, m);
            // Quiescence first: it refutes most candidates at little cost.
            trace<P>().purpose(Purpose::ProbCutQuiescence);
            score = -quiesce<P, NodeKind::NonPv>(ss + 1, -raised, -raised + 1, 0);
            if (score >= raised && probe_depth > 0) {
                trace<P>().purpose(Purpose::ProbCut);
                score =
                    -search<P, NodeKind::NonPv>(ss + 1, -raised, -raised + 1, probe_depth, !facts.cut_node);
            }
        }
        if (stopped()) return 0;
        if (score >= raised) {
            facts.slot.write({.move = m,
                              .score = to_table(score, ss->ply),
                              .eval = facts.raw_eval,
                              .depth = probe_depth + 1,
                              .bound = Bound::Lower,
                              .was_pv = facts.table_pv});
            if (!is_decisive(score)) return score - (raised - beta);
        }
    }
    return std::nullopt;
}

// Step 15. Searches the node without its table move. If everything else is much worse, that move carries the
// node and is looked at more deeply; if something else also beats beta, the node is cut.
template <class P, bool kPv>
Worker::Extension Worker::singular_extension(StackEntry* ss, const NodeFacts& facts, Score beta, int depth) {
    const auto& p = tuning<P>().params;
    const Score singular_beta = prune::singular_beta(tuning<P>(), facts, depth, kPv);
    trace<P>().event(Event::SingularTest);

    const int move_count = ss->move_count;
    ss->excluded_move = facts.table.move;
    trace<P>().purpose(Purpose::Singular);
    const Score score =
        search<P, NodeKind::NonPv>(ss, singular_beta - 1, singular_beta, (depth - 1) / 2, facts.cut_node);
    ss->excluded_move = Move::none();
    ss->move_count = move_count;  // the search of the same node counted there for itself
    if (stopped()) return {};

    if (score < singular_beta) {
        int plies = 1;
        if (tuning<P>().features.double_extension) {
            const Score doubt = prune::doubt(tuning<P>(), facts, p.sing_correction_1024);
            plies += score < singular_beta - (facts.table_move_noisy ? p.sing_double : 0) -
                                 (kPv ? p.sing_double_pv : 0) + doubt;
            plies += score < singular_beta - p.sing_triple - (kPv ? p.sing_triple_pv : 0) + doubt;
        }
        return {.plies = plies};
    }
    if (tuning<P>(ss).features.multi_cut && trace<P>().tried(Rule::MultiCut) && score >= beta &&
        !is_decisive(score))
        return {.cutoff = score};
    if (!tuning<P>().features.negative_extension) return {};
    if (facts.table.score >= beta) return {.plies = -p.sing_negative_fail_high};
    if (facts.cut_node) return {.plies = -p.sing_negative_cut_node};
    return {};
}

// Step 14. Whether a move may be skipped without being searched, and by which rule.
template <class P>
Worker::Skip Worker::skip(StackEntry* ss, const NodeFacts& facts, const MoveInHand& m, Score alpha) {
    const auto& t = tuning<P>(ss);
    const int reduction = m.reduction + (facts.table_pv ? t.params.lmr_skip_pv : 0);
    int lmr_depth = m.depth - 1 - reduction / 1024;
    if (m.noisy || m.gives_check) {
        const int history = histories_->capture(pos_, m.move);
        const Score value = eval_value(t, order::victim_value(pos_, m.move));
        if (!m.gives_check && trace<P>().tried(Rule::NoisyFutility) &&
            prune::noisy_futility(t, facts, lmr_depth, alpha, value, history))
            return {trace<P>().skip(
                m.move, {Rule::NoisyFutility,
                         prune::noisy_futility_value(t, facts, lmr_depth, value, history), alpha})};
        const int least = -prune::noisy_see_margin(t, m.depth, history);
        if (t.features.see_pruning && trace<P>().tried(Rule::SeePruning) &&
            !see_at_least(pos_, m.move, least))
            return {trace<P>().skip(m.move, {.rule = Rule::SeePruning, .limit = least})};
        return {};
    }
    const auto node = view<P>(ss);
    const int history = histories_->for_pruning(node, m.move);
    if (trace<P>().tried(Rule::HistoryPruning) && prune::history_too_bad(t, m.depth, history))
        return {trace<P>().skip(m.move, {Rule::HistoryPruning, history, -t.params.hpr_depth * m.depth})};
    lmr_depth += (history + 2 * histories_->butterfly(node, m.move)) / t.params.hpr_lmr_divisor;
    if (trace<P>().tried(Rule::QuietFutility) &&
        prune::quiet_futility(t, facts, lmr_depth, alpha, bool(m.best_move))) {
        // How good the node can be at best, as far as this move tells.
        const Score reach = prune::quiet_futility_value(t, facts, lmr_depth, bool(m.best_move));
        const bool raises = m.best <= reach && !is_decisive(m.best) && !is_win(reach);
        return {trace<P>().skip(m.move, {Rule::QuietFutility, reach, alpha}), raises ? reach : m.best};
    }
    const int least = -prune::quiet_see_margin(t, lmr_depth);
    if (t.features.see_pruning && trace<P>().tried(Rule::SeePruning) && !see_at_least(pos_, m.move, least))
        return {trace<P>().skip(m.move, {.rule = Rule::SeePruning, .limit = least})};
    return {};
}

// Step 16. What the reduction of a move depends on. Asked before the move is made.
template <class P, bool kPv>
ReductionTerms Worker::reduction_terms(StackEntry* ss, const NodeFacts& facts, const MoveInHand& m,
                                       Score alpha) {
    ss->history = m.noisy ? tuning<P>().params.lmr_victim_128 * order::victim_value(pos_, m.move) / 128 +
                                histories_->capture(pos_, m.move)
                          : histories_->for_reduction(view<P>(ss), m.move);
    return {.pv = kPv,
            .is_table_move = m.move == facts.table.move,
            .gives_check = m.gives_check,
            .table_score_above_alpha = is_valid(facts.table.score) && facts.table.score > alpha,
            .table_depth_reached = facts.table.depth >= m.depth,
            .depth = m.depth,
            .move_count = m.count,
            .child_cutoffs = (ss + 1)->cutoff_count,
            .history = ss->history,
            .noisy = m.noisy};
}

// Steps 17 and 18. The move is made; searches it with a reduction first where that is due, then as deep and
// as wide as the result asks for.
template <class P, NodeKind kKind>
Score Worker::search_move(StackEntry* ss, const NodeFacts& facts, const MoveInHand& m, Score alpha,
                          [[maybe_unused]] Score beta) {
    constexpr bool kPv = kKind != NodeKind::NonPv;
    const auto& p = tuning<P>().params;
    Score score = -kInfiniteScore;
    int new_depth = m.new_depth;

    if (m.depth >= 2 && m.count > 1 && tuning<P>().features.late_move_reduction) {
        // Step 17. Late-move reduction: good ordering makes it unlikely that a late move is best, so it must
        // first prove itself in a shallower search.
        const int reduced =
            std::max(1, std::min(new_depth - m.reduction / 1024, new_depth + 2)) + (kPv ? 1 : 0);
        trace<P>().event(Event::Reduced);
        ss->reduction = new_depth - reduced;
        trace<P>().purpose(Purpose::Reduced);
        score = -search<P, NodeKind::NonPv>(ss + 1, -alpha - 1, -alpha, reduced, true);
        ss->reduction = 0;
        if (score > alpha) {
            if (tuning<P>().features.deeper_research && !is_decisive(score)) {
                const bool deeper = reduced < new_depth &&
                                    score > m.best + p.lmr_deeper_margin + p.lmr_deeper_depth * new_depth;
                const bool shallower = score < m.best + p.lmr_shallower_margin;
                new_depth += deeper - shallower;
            }
            if (new_depth > reduced) {
                trace<P>().event(Event::ReducedResearch);
                trace<P>().purpose(Purpose::Research);
                score = -search<P, NodeKind::NonPv>(ss + 1, -alpha - 1, -alpha, new_depth, !facts.cut_node);
            }
            histories_->learn_research(view<P>(ss), m.move);
        }
    } else if (!kPv || m.count > 1) {
        // Step 18. Full depth, no window: most moves only have to be shown to be no better.
        int r = m.reduction + (facts.table.move ? 0 : p.full_no_table_move);
        if (!tuning<P>().features.late_move_reduction) r = 0;
        const int d = new_depth - (r > p.full_reduction_one) - (r > p.full_reduction_two && new_depth > 2);
        trace<P>().purpose(Purpose::ZeroWindow);
        score = -search<P, NodeKind::NonPv>(ss + 1, -alpha - 1, -alpha, d, !facts.cut_node);
    }

    // On the principal variation the first move, and any that beat alpha, get the full window.
    if constexpr (kPv) {
        if (m.count == 1 || score > alpha) {
            if (m.count > 1) trace<P>().event(Event::PvResearch);
            if (m.move == facts.table.move && root_depth_ > kShowLineRootDepth &&
                facts.table.depth > kShowLineTableDepth)
                new_depth = std::max(new_depth, 1);
            pv_[static_cast<std::size_t>(ss->ply) + 1].clear();
            trace<P>().purpose(Purpose::FullWindow);
            score = -search<P, NodeKind::Pv>(ss + 1, -beta, -alpha, new_depth, false);
        }
    }
    return score;
}

// The search knows better than the evaluation: remembers by how much.
template <class P>
void Worker::learn_correction(StackEntry* ss, Score best, int depth) {
    const int bonus = (best - ss->static_eval) * depth * tuning<P>().params.corr_learn;
    corrections_->learn(view<P>(ss), std::clamp(bonus, -Corrections::kMaxBonus, Corrections::kMaxBonus));
}

template <class P, NodeKind kKind>
Score Worker::search(StackEntry* ss, Score alpha, Score beta, int depth, bool cut_node) {
    constexpr bool kPv = kKind != NodeKind::NonPv;
    constexpr bool kRoot = kKind == NodeKind::Root;
    STILLPOINT_ASSERT(-kInfiniteScore <= alpha && alpha < beta && beta <= kInfiniteScore);
    STILLPOINT_ASSERT(kPv || alpha == beta - 1);
    STILLPOINT_ASSERT(!(kPv && cut_node));

    // At the horizon the position may be in the middle of a fight: quiescence plays it out.
    constexpr NodeKind kBelow = kPv ? NodeKind::Pv : NodeKind::NonPv;
    if (depth <= 0) return quiesce<P, kBelow>(ss, alpha, beta, 0);
    depth = std::min(depth, kMaxPly - 1);
    const auto& t = tuning<P>(ss);
    trace<P>().event(Event::Node);
    const auto node = trace<P>().enter({.kind = kKind,
                                        .cut_node = cut_node,
                                        .ply = ss->ply,
                                        .depth = depth,
                                        .alpha = alpha,
                                        .beta = beta,
                                        .excluded = ss->excluded_move});

    // A move that repeats an earlier position is at hand: we can have a draw at least.
    if (!kRoot && t.features.upcoming_repetition && alpha < kDrawScore &&
        trace<P>().tried(Rule::UpcomingRepetition) && pos_.has_upcoming_repetition(ss->ply)) {
        alpha = draw_score();
        if (alpha >= beta) return node.cut({Rule::UpcomingRepetition, alpha, beta}, alpha);
    }

    // Step 1. Set up the node.
    const Move excluded = ss->excluded_move;
    ss->in_check = pos_.in_check();
    ss->move_count = 0;
    (ss + 1)->excluded_move = Move::none();
    (ss + 2)->cutoff_count = 0;
    if (t.features.killers) (ss + 2)->killers[0] = (ss + 2)->killers[1] = Move::none();
    if constexpr (kPv) selective_depth_ = std::max(selective_depth_, ss->ply + 1);

    if constexpr (!kRoot) {
        // Step 2. Aborted search, draws by rule, the end of the stack.
        if (stopped()) return node.abandoned();
        if (trace<P>().tried(Rule::RuleDraw) && pos_.is_draw(ss->ply))
            return node.cut({Rule::RuleDraw}, draw_score());
        if (trace<P>().tried(Rule::MaxPly) && ss->ply >= kMaxPly - 1)
            return node.cut({Rule::MaxPly}, ss->in_check ? kDrawScore : raw_evaluation<P>());

        // Step 3. Mate distance: even mating at once can't beat a shorter mate found elsewhere.
        if (t.features.mate_distance_pruning && trace<P>().tried(Rule::MateDistance)) {
            alpha = std::max(alpha, mated_in(ss->ply));
            beta = std::min(beta, mate_in(ss->ply + 1));
            if (alpha >= beta) return node.cut({Rule::MateDistance, alpha, beta}, alpha);
        }
    }

    // Step 4. What the node knows of itself.
    const NodeFacts facts = gather_facts<P, kKind>(ss, cut_node);
    trace<P>().evaluated({.raw = facts.raw_eval,
                          .static_eval = facts.static_eval,
                          .eval = facts.eval,
                          .in_check = facts.in_check,
                          .improving = facts.improving,
                          .table_hit = facts.table_hit,
                          .table = facts.table});

    if (!kPv && t.features.table_cutoff && !excluded && is_valid(facts.table.score) &&
        trace<P>().tried(Rule::TableCutoff) && facts.table.depth > depth - (facts.table.score <= beta) &&
        (facts.table.score >= beta ? allows_lower(facts.table.bound) : allows_upper(facts.table.bound)) &&
        (cut_node == (facts.table.score >= beta) || depth > t.params.tt_cut_any_depth)) {
        if (facts.table.move && facts.table.score >= beta)
            histories_->learn_table_cutoff(view<P>(ss), facts.table.move, depth);
        // The table doesn't know the path: near the fifty-move rule its scores are not to be trusted.
        if (pos_.halfmove_clock() < t.params.tt_cut_max_halfmove &&
            !(t.features.look_behind && depth >= t.params.tt_look_behind_depth &&
              contradicts_itself(facts.table, beta)))
            return node.cut({Rule::TableCutoff, facts.table.score, beta}, facts.table.score);
    }

    // Step 5. Endgame tablebases. A win or loss is only a bound (there may be a mate), which on the principal
    // variation need not settle the node.
    Score highest = kInfiniteScore, lowest = -kInfiniteScore;
    if constexpr (!kRoot) {
        const int most_pieces = context_->tablebases.max_pieces;
        if (!excluded && most_pieces > 0 && pos_.piece_count() <= most_pieces)
            if (const auto known = probe_tablebase(ss, facts, depth, alpha, beta);
                known && trace<P>().tried(Rule::TablebaseHit)) {
                if (known->settles_node)
                    return node.cut({Rule::TablebaseHit, known->score, beta}, known->score);
                if (known->bound == Bound::Upper)
                    highest = known->score;
                else
                    alpha = std::max(alpha, lowest = known->score);
            }
    }

    // Step 6. Steps 7 to 12 need a static evaluation.
    const Score eval_before = (ss - 1)->static_eval;
    if (!facts.in_check && !excluded) {
        if (t.features.eval_difference_history && !(ss - 1)->in_check && is_valid(eval_before) &&
            view<P>(ss).last_move_was_quiet())
            histories_->learn_evaluation_change(view<P>(ss), eval_before, facts.static_eval);
        // The parent reduced this move: if the position is not what it thought, correct the depth.
        if (t.features.hindsight_deeper || t.features.hindsight_shallower) {
            // Once: the node may be searched again, by the verification of a null move.
            const int reduction = std::exchange((ss - 1)->reduction, 0);
            if (t.features.hindsight_deeper && reduction >= t.params.hind_deeper_reduction &&
                !facts.opponent_worsening) {
                ++depth;
                trace<P>().depth_changed(DepthChange::Hindsight, 1);
            }
            if (t.features.hindsight_shallower && reduction >= t.params.hind_shallower_reduction &&
                depth >= 2 && is_valid(eval_before) &&
                facts.static_eval + eval_before > t.params.hind_shallower_margin) {
                --depth;
                trace<P>().depth_changed(DepthChange::Hindsight, -1);
            }
        }
    }

    if constexpr (!kPv) {
        // Step 7. Razoring: far below alpha, only captures could save the node.
        if (!proving_mate_ && trace<P>().tried(Rule::Razoring) && prune::razoring(t, facts, depth, alpha)) {
            trace<P>().purpose(Purpose::Razoring);
            return node.cut({Rule::Razoring, facts.eval, prune::razoring_limit(t, depth, alpha)},
                            quiesce<P, NodeKind::NonPv>(ss, alpha, beta, 0));
        }

        // Step 8. Reverse futility: so far above beta that some move will surely hold it.
        if (!excluded && trace<P>().tried(Rule::ReverseFutility) &&
            prune::reverse_futility(t, facts, depth, beta))
            return node.cut(
                {Rule::ReverseFutility, facts.eval - prune::reverse_futility_margin(t, facts, depth), beta},
                prune::reverse_futility_score(t, facts, beta));

        // Step 9. Null move.
        const bool null_allowed = ss->ply >= null_move_min_ply_ && (ss - 1)->current_move != Move::null();
        if (null_allowed && prune::null_move_worth_trying(t, facts, depth, beta) &&
            trace<P>().tried(Rule::NullMove)) {
            if (const auto score = try_null_move<P>(ss, beta, depth))
                return node.cut({Rule::NullMove, *score, beta}, *score);
        }
    }

    // Step 10. Internal iterative reduction: without a table move the node is not worth its full depth yet.
    if (prune::internal_iterative_reduction(t, facts, depth, kPv)) {
        --depth;
        trace<P>().depth_changed(DepthChange::IterativeReduction, -1);
    }

    // Step 11. ProbCut.
    if constexpr (!kPv) {
        if (const auto score = try_probcut<P>(ss, facts, beta, depth))
            return node.cut({Rule::ProbCut, *score, beta}, *score);
    }

    // Step 12. Small ProbCut: the table says the same without a search.
    if (!kRoot && !excluded && trace<P>().tried(Rule::SmallProbCut) &&
        prune::small_probcut(t, facts, depth, beta))
        return node.cut({Rule::SmallProbCut, facts.table.score, beta + t.params.prob_small_margin},
                        beta + t.params.prob_small_margin);

    // Step 13. The moves.
    const auto node_view = view<P>(ss);
    auto picker = MovePicker<typename P::Tuning>::for_search(node_view, *histories_, facts.table.move, depth);
    RefutedMoves quiets, captures;
    MoveInHand m;
    m.best = lowest;

    while ((m.move = picker.next())) {
        if (m.move == excluded) continue;
        if constexpr (kRoot) {
            const auto first = root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_index_);
            const auto last = root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_last_);
            if (std::none_of(first, last, [&](const RootMove& r) { return r.move() == m.move; })) continue;
        }
        ss->move_count = ++m.count;
        m.noisy = pos_.is_noisy(m.move);
        m.gives_check = pos_.gives_check(m.move);
        if constexpr (P::kOpen)
            trace<P>().considered({.move = m.move,
                                   .count = m.count,
                                   .stage = picker.stage(),
                                   .score = picker.last_score(),
                                   .gives_check = m.gives_check,
                                   .depth = depth,
                                   .alpha = alpha,
                                   .beta = beta,
                                   .best = m.best,
                                   .best_move = m.best_move,
                                   .facts = &facts,
                                   .node = &node_view,
                                   .histories = histories_.get()});
        if constexpr (kRoot) report_current_move(m.move, m.count);

        m.depth = depth;
        m.new_depth = depth - 1;
        const int unextended = m.new_depth;
        const int base =
            reductions_.base(t.params, facts.improving, depth, m.count, beta - alpha, root_window_);
        m.reduction = base;

        // Step 14. Skip what can't matter. Never before one move has been searched and no loss is certain.
        if (!kRoot && facts.has_pieces && !is_loss(m.best) && !proving_mate_) {
            if (trace<P>().tried(Rule::LateMovePruning) && prune::late_move(t, facts, depth, m.count)) {
                trace<P>().quiets_called_off(
                    {Rule::LateMovePruning, m.count, prune::late_move_limit(t, facts, depth)});
                picker.skip_quiets();
            }
            if (const Skip skipped = skip<P>(ss, facts, m, alpha); skipped.rule != Rule::None) {
                m.best = std::max(m.best, skipped.reach);
                continue;
            }
        }

        // Step 15. Extensions.
        if (!kRoot && m.move == facts.table.move && ss->ply < 2 * root_depth_ &&
            prune::singular_worth_trying(t, facts, depth) &&
            !(t.features.shuffle_guard && goes_to_and_fro(ss, m.move))) {
            const Extension extension = singular_extension<P, kPv>(ss, facts, beta, depth);
            if (stopped()) return node.abandoned();
            if (extension.cutoff)
                return node.cut({Rule::MultiCut, *extension.cutoff, beta}, *extension.cutoff);
            if (extension.plies > 0) trace<P>().event(Event::Extended);
            if (extension.plies < 0) trace<P>().event(Event::NegativelyExtended);
            m.new_depth += extension.plies;
            if (extension.plies > 1 && depth < t.params.sing_grow_max_depth) {
                m.depth = ++depth;
                trace<P>().depth_changed(DepthChange::SingularGrowth, 1);
            }
        }

        prefetch(m.move);
        const ReductionTerms terms = reduction_terms<P, kPv>(ss, facts, m, alpha);
        m.reduction = reduction_with_terms(t, facts, base, terms);
        if constexpr (P::kOpen)
            trace<P>().depth_chosen({.new_depth = m.new_depth,
                                     .extension = m.new_depth - unextended,
                                     .base = base,
                                     .reduction = m.reduction,
                                     .tuning = &t,
                                     .facts = &facts,
                                     .terms = &terms});

        // Steps 16 to 19. Make the move, search it, take it back.
        const std::uint64_t nodes_before = nodes();
        Score score = 0;
        {
            const MadeMove<P> made(*this, ss, m.move);
            score = search_move<P, kKind>(ss, facts, m, alpha, beta);
        }
        if (stopped()) return node.abandoned();
        trace<P>().concluded({.move = m.move, .score = score, .alpha = alpha, .beta = beta, .best = m.best});

        if constexpr (kRoot) update_root_move(m, score, alpha, beta, nodes_before);

        // Step 20. A new best move?
        if (score > m.best) {
            m.best = score;
            if (score > alpha) {
                m.best_move = m.move;
                if (kPv && !kRoot) update_pv(ss, m.move);
                if (score >= beta) {
                    ss->cutoff_count += !facts.table.move + 1;
                    trace<P>().event(Event::FailHigh);
                    if (m.count == 1) trace<P>().event(Event::FailHighFirst);
                    break;
                }
                alpha = score;
                // With a good move in hand the others need less proof.
                if (t.features.alpha_raise_reduction && depth > 2 && depth < t.params.alpha_raise_max_depth &&
                    !is_decisive(score)) {
                    depth -= t.params.alpha_raise_plies;
                    trace<P>().depth_changed(DepthChange::AlphaRaised, -t.params.alpha_raise_plies);
                }
            }
        }
        if (m.move != m.best_move) {
            auto& refuted = m.noisy ? captures : quiets;
            if (refuted.size() < RefutedMoves::capacity()) refuted.push_back(m.move);
        }
    }

    // Step 21. No move at all: mate or stalemate; under a singular search, just a failure.
    Score best = m.best;
    const Move best_move = m.best_move;
    if (m.count == 0)
        best = excluded ? alpha : facts.in_check ? mated_in(ss->ply) : kDrawScore;
    else if (best_move)
        histories_->learn_best_move(node_view, best_move, depth, best_move == facts.table.move, quiets,
                                    captures);
    else
        histories_->learn_prior_move(node_view, depth);

    // A fail-high by a wide margin is usually exaggerated.
    if (t.features.fail_high_averaging && best >= beta && !is_decisive(best) && !is_decisive(alpha) &&
        !is_decisive(beta))
        best = (best * depth + beta) / (depth + 1);

    best = std::min(best, highest);

    // An earlier principal variation that fails low is still remembered as one when its parent was.
    if (best <= alpha) ss->table_pv = ss->table_pv || ((ss - 1)->table_pv && depth >= kRememberPvDepth);

    // At the root not for later lines, nor where some moves were left out: that is no result of the position.
    if (!excluded && !(kRoot && (pv_index_ > 0 || !context_->limits.search_moves.empty()))) {
        const TableData found{.move = best_move,
                              .score = to_table(best, ss->ply),
                              .eval = facts.raw_eval,
                              .depth = m.count == 0 ? depth_of_certainty(depth) : depth,
                              .bound = best >= beta         ? Bound::Lower
                                       : (kPv && best_move) ? Bound::Exact
                                                            : Bound::Upper,
                              .was_pv = ss->table_pv};
        facts.slot.write(found);
        if (depth >= kLeastSharedDepth && context_->peers) [[unlikely]]
            context_->peers->share(number_, table_key(), found);
    }

    // Captures and bounds on the wrong side would blur what the evaluation gets wrong.
    if (t.features.correction_history && !facts.in_check && !(best_move && pos_.is_noisy(best_move)) &&
        ((best < ss->static_eval && best < beta) || (best > ss->static_eval && best_move)))
        learn_correction<P>(ss, best, depth);
    return node.done(best);
}

template int Worker::raw_evaluation<Plain>();
template int Worker::raw_evaluation<Open>();
template void Worker::make<Plain>(StackEntry*, Move);
template void Worker::make<Open>(StackEntry*, Move);
template Score Worker::search<Plain, NodeKind::Root>(StackEntry*, Score, Score, int, bool);
template Score Worker::search<Plain, NodeKind::Pv>(StackEntry*, Score, Score, int, bool);
template Score Worker::search<Plain, NodeKind::NonPv>(StackEntry*, Score, Score, int, bool);
template Score Worker::search<Open, NodeKind::Root>(StackEntry*, Score, Score, int, bool);
template Score Worker::search<Open, NodeKind::Pv>(StackEntry*, Score, Score, int, bool);
template Score Worker::search<Open, NodeKind::NonPv>(StackEntry*, Score, Score, int, bool);
// For SecondLook.
template Worker::Skip Worker::skip<Open>(StackEntry*, const NodeFacts&, const MoveInHand&, Score);
template ReductionTerms Worker::reduction_terms<Open, true>(StackEntry*, const NodeFacts&, const MoveInHand&,
                                                            Score);
template ReductionTerms Worker::reduction_terms<Open, false>(StackEntry*, const NodeFacts&, const MoveInHand&,
                                                             Score);
template Score Worker::search_move<Open, NodeKind::Pv>(StackEntry*, const NodeFacts&, const MoveInHand&,
                                                       Score, Score);
template Score Worker::search_move<Open, NodeKind::NonPv>(StackEntry*, const NodeFacts&, const MoveInHand&,
                                                          Score, Score);

}  // namespace stillpoint
