// Quiescence: from the horizon on only forcing moves, until the position is still enough to be evaluated.
#include <algorithm>

#include "chess/see.h"
#include "search/ordering.h"
#include "search/worker.h"

namespace stillpoint {

template <class P, NodeKind kKind>
Score Worker::quiesce(StackEntry* ss, Score alpha, Score beta, int depth) {
    static_assert(kKind != NodeKind::Root);
    constexpr bool kPv = kKind == NodeKind::Pv;
    STILLPOINT_ASSERT(-kInfiniteScore <= alpha && alpha < beta && beta <= kInfiniteScore);
    STILLPOINT_ASSERT(kPv || alpha == beta - 1);
    const auto& t = tuning<P>(ss);
    if (depth == 0) trace<P>().event(Event::QuiescenceEntry);
    trace<P>().event(Event::QuiescenceNode);
    trace<P>().quiescence_depth(-depth);
    const auto node = trace<P>().enter(
        {.kind = kKind, .quiescence = true, .ply = ss->ply, .depth = depth, .alpha = alpha, .beta = beta});

    // Step 1. A draw by repetition is at hand.
    if (t.features.upcoming_repetition && alpha < kDrawScore && trace<P>().tried(Rule::UpcomingRepetition) &&
        pos_.has_upcoming_repetition(ss->ply)) {
        alpha = draw_score();
        if (alpha >= beta) return node.cut({Rule::UpcomingRepetition, alpha, beta}, alpha);
    }

    if constexpr (kPv) {
        pv_[static_cast<std::size_t>(ss->ply)].clear();
        pv_[static_cast<std::size_t>(ss->ply) + 1].clear();
        selective_depth_ = std::max(selective_depth_, ss->ply + 1);
    }
    ss->in_check = pos_.in_check();
    ss->move_count = 0;
    if (stopped()) return node.abandoned();

    // Step 2. Draws by rule, the end of the stack.
    if (trace<P>().tried(Rule::RuleDraw) && pos_.is_draw(ss->ply))
        return node.cut({Rule::RuleDraw}, draw_score());
    if (trace<P>().tried(Rule::MaxPly) && ss->ply >= kMaxPly - 1)
        return node.cut({Rule::MaxPly}, ss->in_check ? kDrawScore : raw_evaluation<P>());

    // Step 3. What the table knows. Any entry is deep enough here.
    const Table::Probe probe = context_->table->probe(table_key());
    const bool hit = probe.hit && t.features.quiescence_table;
    trace<P>().event(Event::TableProbe);
    if (hit) trace<P>().event(Event::TableHit);
    TableData table = hit ? probe.data : TableData{};
    table.score = hit ? from_table(table.score, ss->ply, pos_.halfmove_clock()) : kNoScore;
    if (table.move && !pos_.is_legal(table.move)) table.move = Move::none();
    const bool table_pv = kPv || (hit && table.was_pv);
    if (!kPv && hit && table.depth >= kDepthQuiescence && is_valid(table.score) &&
        trace<P>().tried(Rule::TableCutoff) &&
        (table.score >= beta ? allows_lower(table.bound) : allows_upper(table.bound))) {
        trace<P>().evaluated({.in_check = ss->in_check, .table_hit = hit, .table = table});
        return node.cut({Rule::TableCutoff, table.score, beta}, table.score);
    }

    // Step 4. Stand pat: nobody is forced to capture, so the evaluation is a lower bound, unless in check.
    Score best = -kInfiniteScore, futility_base = -kInfiniteScore;
    int raw_eval = kNoScore;
    if (ss->in_check) {
        ss->static_eval = kNoScore;
        trace<P>().evaluated({.in_check = true, .table_hit = hit, .table = table});
    } else {
        raw_eval = hit && is_valid(table.eval) ? table.eval : raw_evaluation<P>();
        ss->static_eval = best = corrected(raw_eval, corrections_->of(view<P>(ss)));
        if (t.features.table_eval && is_valid(table.score) && !is_decisive(table.score) &&
            (table.score > best ? allows_lower(table.bound) : allows_upper(table.bound)))
            best = table.score;
        trace<P>().evaluated({.raw = raw_eval,
                              .static_eval = ss->static_eval,
                              .eval = best,
                              .table_hit = hit,
                              .table = table});
        if (trace<P>().tried(Rule::StandPat) && best >= beta) {
            const Score stand_pat = best;
            if (t.features.fail_high_averaging && !is_decisive(best)) best = (best + beta) / 2;
            if (!probe.hit)
                probe.slot.write({.score = to_table(best, ss->ply),
                                  .eval = raw_eval,
                                  .depth = kDepthEvalOnly,
                                  .bound = Bound::Lower,
                                  .was_pv = false});
            return node.cut({Rule::StandPat, stand_pat, beta}, best);
        }
        const bool can_promote = (pos_.pieces(pos_.side_to_move(), PieceType::Pawn) &
                                  relative_rank_bits(pos_.side_to_move(), 6)) != 0;
        if (!kPv && !proving_mate_ && trace<P>().tried(Rule::DeltaPruning) &&
            prune::delta(t, ss->in_check, best, alpha, can_promote))
            return node.cut({Rule::DeltaPruning, prune::delta_reach(t, best, can_promote), alpha}, best);
        alpha = std::max(alpha, best);
        futility_base = ss->static_eval + t.params.qs_futility;
        // The plain search of the lab: the evaluation at the horizon is all there is.
        if (!t.features.quiescence) return node.done(best);
    }

    const auto node_view = view<P>(ss);
    const Move last = (ss - 1)->current_move;
    const Square recapture = last.is_real() ? last.to() : Square::None;
    auto picker =
        MovePicker<typename P::Tuning>::for_quiescence(node_view, *histories_, table.move, depth, recapture);
    Move best_move;

    // Step 5. The moves: evasions in check, otherwise captures and promotions (and quiet checks at the first
    // ply).
    while (const Move m = picker.next()) {
        ++ss->move_count;
        const bool gives_check = pos_.gives_check(m), noisy = pos_.is_noisy(m);
        if constexpr (P::kOpen)
            trace<P>().considered({.move = m,
                                   .count = ss->move_count,
                                   .stage = picker.stage(),
                                   .score = picker.last_score(),
                                   .gives_check = gives_check,
                                   .depth = depth,
                                   .alpha = alpha,
                                   .beta = beta,
                                   .best = best,
                                   .best_move = best_move,
                                   .node = &node_view,
                                   .histories = histories_.get()});

        // Step 6. Skip what can't matter, as long as we are not simply being mated.
        if (!is_loss(best)) {
            if (!gives_check && m.to() != recapture && !is_loss(futility_base) &&
                m.type() != MoveType::Promotion) {
                // The first captures are the most promising; if they fail the others will.
                if (t.features.quiescence_move_count && trace<P>().tried(Rule::QuiescenceMoveCount) &&
                    ss->move_count > t.params.qs_move_count) {
                    trace<P>().skip(m, {Rule::QuiescenceMoveCount, ss->move_count, t.params.qs_move_count});
                    continue;
                }
                if (t.features.quiescence_futility) {
                    // Even winning the victim for nothing is not enough.
                    const Score reach = futility_base + eval_value(t, order::victim_value(pos_, m));
                    if (trace<P>().tried(Rule::QuiescenceFutility) && reach <= alpha) {
                        best = std::max(best, reach);
                        trace<P>().skip(m, {Rule::QuiescenceFutility, reach, alpha});
                        continue;
                    }
                    // The exchange doesn't win what is missing.
                    const int least = exchange_margin(t, alpha - futility_base);
                    if (trace<P>().tried(Rule::QuiescenceSeeFutility) && !see_at_least(pos_, m, least)) {
                        best = std::max(best, std::min(alpha, futility_base));
                        trace<P>().skip(m, {.rule = Rule::QuiescenceSeeFutility, .limit = least});
                        continue;
                    }
                }
            }
            if (t.features.quiescence_history && !noisy) {
                const int history = histories_->for_evasion(node_view, m);
                if (trace<P>().tried(Rule::QuiescenceHistory) && history <= t.params.qs_history) {
                    trace<P>().skip(m, {Rule::QuiescenceHistory, history, t.params.qs_history});
                    continue;
                }
            }
            if (t.features.quiescence_see && trace<P>().tried(Rule::QuiescenceSee) &&
                !see_at_least(pos_, m, t.params.qs_see)) {
                trace<P>().skip(m, {.rule = Rule::QuiescenceSee, .limit = t.params.qs_see});
                continue;
            }
        }

        // Step 7. Make the move and look further.
        prefetch(m);
        Score score = 0;
        {
            const MadeMove<P> made(*this, ss, m);
            trace<P>().purpose(Purpose::Forcing);
            score = -quiesce<P, kKind>(ss + 1, -beta, -alpha, depth - 1);
        }
        if (stopped()) return node.abandoned();
        trace<P>().concluded({.move = m, .score = score, .alpha = alpha, .beta = beta, .best = best});

        // Step 8. A new best move?
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = m;
                if constexpr (kPv) update_pv(ss, m);
                if (score >= beta) {
                    trace<P>().event(Event::QuiescenceFailHigh);
                    if (ss->move_count == 1) trace<P>().event(Event::QuiescenceFailHighFirst);
                    break;
                }
                alpha = score;
            }
        }
    }

    // Step 9. In check all evasions were tried: none means mate. (Without check no move was required, so
    // stalemate is left to the main search.)
    if (ss->in_check && best == -kInfiniteScore) return node.done(mated_in(ss->ply));
    if (t.features.fail_high_averaging && best > beta && !is_decisive(best)) best = (best + beta) / 2;

    // Step 10. Remember the result.
    if (t.features.quiescence_table)
        probe.slot.write({.move = best_move,
                          .score = to_table(best, ss->ply),
                          .eval = raw_eval,
                          .depth = kDepthQuiescence,
                          .bound = best >= beta ? Bound::Lower : Bound::Upper,
                          .was_pv = table_pv});
    return node.done(best);
}

template Score Worker::quiesce<Plain, NodeKind::Pv>(StackEntry*, Score, Score, int);
template Score Worker::quiesce<Plain, NodeKind::NonPv>(StackEntry*, Score, Score, int);
template Score Worker::quiesce<Open, NodeKind::Pv>(StackEntry*, Score, Score, int);
template Score Worker::quiesce<Open, NodeKind::NonPv>(StackEntry*, Score, Score, int);

}  // namespace stillpoint
