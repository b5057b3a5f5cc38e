#pragma once

#include <algorithm>
#include <cstdlib>

#include "search/score.h"
#include "search/table.h"
#include "search/tuning.h"

namespace stillpoint {

// What a node knows about itself before its first move. Gathered once, never changed afterwards: every rule
// sees the same facts.
struct NodeFacts {
    bool in_check = false;
    bool improving = false;           // our evaluation rose since our last move
    bool opponent_worsening = false;  // theirs fell with their last move
    bool table_hit = false;
    bool table_pv = false;  // on a principal variation now or in an earlier search
    bool table_move_noisy = false;
    bool excluded = false;         // a singular search, one move left out
    bool cut_node = false;         // the parent expects a fail-high
    bool has_pieces = false;       // we have more than king and pawns
    TableData table{};             // score already counted from the root
    Table::Slot slot{};            // where the result goes
    int raw_eval = kNoScore;       // of the evaluation, before correction; none in check
    Score static_eval = kNoScore;  // corrected
    Score eval = kNoScore;         // static_eval, or a table score where its bound tells more
    int correction = 0;            // centipawns added to the raw evaluation
};

// Exchanges are counted with a pawn as 100, the evaluation by winning chances: a piece is worth more there.
// From one to the other, and back.
template <class SomeTuning>
Score eval_value(const SomeTuning& t, int exchange) {
    return exchange * t.params.value_percent / 100;
}
template <class SomeTuning>
int exchange_margin(const SomeTuning& t, Score eval) {
    return eval * 100 / t.params.value_percent;
}

// The pruning rules, as pure decisions. What follows from them is done by the search. Those that compare an
// evaluation with a bound don't apply in check, where there is none. Those that expect a node to stay below
// alpha apply when alpha is a win already, for what does not come near it is hopeless, but never when alpha
// is a loss: any move may save the game. Those that expect it to stay above beta need a beta that is no win
// or loss, where a margin in centipawns means something.
namespace prune {

// By how much wider a margin is where the evaluation had to be corrected.
template <class SomeTuning>
Score doubt(const SomeTuning& t, const NodeFacts& f, int weight_1024) {
    return t.features.correction_margins ? std::abs(f.correction) * weight_1024 / 1024 : 0;
}

template <class SomeTuning>
Score razoring_limit(const SomeTuning& t, int depth, Score alpha) {
    return alpha - t.params.raz_base - t.params.raz_depth2 * depth * depth;
}

// So far below alpha that only captures could help: quiescence decides.
template <class SomeTuning>
bool razoring(const SomeTuning& t, const NodeFacts& f, int depth, Score alpha) {
    return t.features.razoring && !f.in_check && !is_loss(alpha) && f.eval < razoring_limit(t, depth, alpha);
}

template <class SomeTuning>
Score reverse_futility_margin(const SomeTuning& t, const NodeFacts& f, int depth) {
    const int per_ply = t.params.rfp_depth - (f.table_hit ? 0 : t.params.rfp_no_table);
    return per_ply * depth - (f.improving ? t.params.rfp_improving_1024 * per_ply / 1024 : 0) -
           (f.opponent_worsening ? t.params.rfp_worsening_1024 * per_ply / 1024 : 0) +
           doubt(t, f, t.params.rfp_correction_1024);
}

// So far above beta that the opponent's best reply won't bring us back under it.
template <class SomeTuning>
bool reverse_futility(const SomeTuning& t, const NodeFacts& f, int depth, Score beta) {
    return t.features.reverse_futility && !f.in_check && !f.table_pv && depth < t.params.rfp_max_depth &&
           !is_loss(beta) && !is_win(f.eval) && (!f.table.move || f.table_move_noisy) && f.eval >= beta &&
           f.eval - reverse_futility_margin(t, f, depth) >= beta;
}

// The score returned by such a cut: between the evaluation and beta.
template <class SomeTuning>
Score reverse_futility_score(const SomeTuning& t, const NodeFacts& f, Score beta) {
    return beta + (f.eval - beta) * (1024 - t.params.rfp_soften_1024) / 1024;
}

// Passing is worth a try: we stand near beta or above it and have pieces, so that zugzwang is unlikely.
template <class SomeTuning>
bool null_move_worth_trying(const SomeTuning& t, const NodeFacts& f, int depth, Score beta) {
    return t.features.null_move && f.cut_node && !f.in_check && !f.excluded && f.has_pieces &&
           !is_decisive(beta) && f.static_eval >= beta - t.params.nmp_depth * depth + t.params.nmp_base;
}

template <class SomeTuning>
int null_move_reduction(const SomeTuning& t, int depth) {
    return t.params.nmp_reduction + depth / t.params.nmp_depth_divisor;
}

// Without a table move the first guess is weak; a shallower search finds one for next time.
template <class SomeTuning>
bool internal_iterative_reduction(const SomeTuning& t, const NodeFacts& f, int depth, bool pv) {
    return t.features.internal_iterative_reduction && !f.in_check && !f.excluded && !f.table.move &&
           depth >= t.params.iir_min_depth && (pv || f.cut_node);
}

template <class SomeTuning>
Score probcut_beta(const SomeTuning& t, const NodeFacts& f, Score beta) {
    return beta + t.params.prob_margin - (f.improving ? t.params.prob_improving : 0);
}

// A capture might beat beta by a margin, and the table doesn't speak against it.
template <class SomeTuning>
bool probcut_worth_trying(const SomeTuning& t, const NodeFacts& f, int depth, Score beta, Score raised_beta) {
    return t.features.probcut && !f.in_check && depth >= t.params.prob_min_depth && !is_decisive(beta) &&
           !(is_valid(f.table.score) && f.table.score < raised_beta);
}

// How deep the capture is searched: less so the further we stand above beta already.
template <class SomeTuning>
int probcut_depth(const SomeTuning& t, const NodeFacts& f, int depth, Score beta) {
    return std::clamp(
        depth - t.params.prob_reduction - 1 - (f.static_eval - beta) / t.params.prob_depth_divisor, 0, depth);
}

// The table already knows a bound far above beta, from nearly this depth.
template <class SomeTuning>
bool small_probcut(const SomeTuning& t, const NodeFacts& f, int depth, Score beta) {
    return t.features.small_probcut && allows_lower(f.table.bound) &&
           f.table.depth >= depth - t.params.prob_small_depth && is_valid(f.table.score) &&
           f.table.score >= beta + t.params.prob_small_margin && !is_decisive(beta) &&
           !is_decisive(f.table.score);
}

// How many moves a node of this depth looks at before the rest of the quiets is given up.
template <class SomeTuning>
int late_move_limit(const SomeTuning& t, const NodeFacts& f, int depth) {
    const int all = t.params.lmp_base + depth * depth;
    return f.improving ? all : std::max(1, all * t.params.lmp_not_improving_percent / 100);
}

template <class SomeTuning>
bool late_move(const SomeTuning& t, const NodeFacts& f, int depth, int move_count) {
    return t.features.late_move_pruning && move_count >= late_move_limit(t, f, depth);
}

// What a capture can at best bring the evaluation to.
template <class SomeTuning>
Score noisy_futility_value(const SomeTuning& t, const NodeFacts& f, int lmr_depth, int victim_value,
                           int history) {
    return f.static_eval + t.params.fut_noisy_base + t.params.fut_noisy_depth * lmr_depth + victim_value +
           t.params.fut_noisy_history_1024 * history / 1024;
}

template <class SomeTuning>
bool noisy_futility(const SomeTuning& t, const NodeFacts& f, int lmr_depth, Score alpha, int victim_value,
                    int history) {
    return t.features.noisy_futility && !f.in_check && lmr_depth < t.params.fut_noisy_max_depth &&
           !is_loss(alpha) && noisy_futility_value(t, f, lmr_depth, victim_value, history) <= alpha;
}

template <class SomeTuning>
int noisy_see_margin(const SomeTuning& t, int depth, int history) {
    return std::clamp(history / t.params.see_noisy_history_divisor, -t.params.see_noisy_depth * depth,
                      t.params.see_noisy_depth * depth) +
           t.params.see_noisy_depth * depth;
}

template <class SomeTuning>
bool history_too_bad(const SomeTuning& t, int depth, int history) {
    return t.features.history_pruning && history < -t.params.hpr_depth * depth;
}

template <class SomeTuning>
Score quiet_futility_value(const SomeTuning& t, const NodeFacts& f, int lmr_depth, bool has_best_move) {
    return f.static_eval + t.params.fut_quiet_base + t.params.fut_quiet_depth * lmr_depth +
           (has_best_move ? 0 : t.params.fut_quiet_no_best);
}

template <class SomeTuning>
bool quiet_futility(const SomeTuning& t, const NodeFacts& f, int lmr_depth, Score alpha, bool has_best_move) {
    return t.features.quiet_futility && !f.in_check && lmr_depth < t.params.fut_quiet_max_depth &&
           !is_loss(alpha) && quiet_futility_value(t, f, lmr_depth, has_best_move) <= alpha;
}

template <class SomeTuning>
int quiet_see_margin(const SomeTuning& t, int lmr_depth) {
    const int depth = std::max(lmr_depth, 0);
    return t.params.see_quiet_depth2 * depth * depth;
}

// Is the table move worth the test whether it is much better than all others?
template <class SomeTuning>
bool singular_worth_trying(const SomeTuning& t, const NodeFacts& f, int depth) {
    return t.features.singular_extension && !f.excluded && f.table.move &&
           depth >= t.params.sing_min_depth + f.table_pv && is_valid(f.table.score) &&
           !is_decisive(f.table.score) && allows_lower(f.table.bound) && f.table.depth >= depth - 3;
}

template <class SomeTuning>
Score singular_beta(const SomeTuning& t, const NodeFacts& f, int depth, bool pv) {
    return f.table.score -
           (t.params.sing_margin_64 + (f.table_pv && !pv ? t.params.sing_margin_pv_64 : 0)) * depth / 64;
}

// What winning a queen, and promoting to one where that is near, would bring a quiescence node to.
template <class SomeTuning>
Score delta_reach(const SomeTuning& t, Score stand_pat, bool can_promote) {
    return stand_pat + t.params.qs_delta + (can_promote ? t.params.qs_delta : 0);
}

// Not even that would lift it to alpha.
template <class SomeTuning>
bool delta(const SomeTuning& t, bool in_check, Score stand_pat, Score alpha, bool can_promote) {
    return t.features.delta_pruning && !in_check && !is_loss(alpha) &&
           delta_reach(t, stand_pat, can_promote) < alpha;
}

}  // namespace prune

}  // namespace stillpoint
