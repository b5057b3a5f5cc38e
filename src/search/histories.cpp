#include "search/histories.h"

#include <algorithm>
#include <climits>
#include <memory>
#include <string_view>

#include "search/tuning.h"

namespace stillpoint {

namespace {

// Moves this late in the parent's order were no good guess anyway: a table cut-off doesn't blame them.
constexpr int kMovesToBlame = 4;

}  // namespace

// Whatever is learnt, and whatever weights a tuner may choose.
constexpr bool Histories::sums_fit() {
    const auto largest_weight = [](std::string_view name) {
        for (const ParamInfo& info : kParamInfos)
            if (info.name == name) return info.max;
        return INT_MAX;
    };
    std::int64_t sum = std::int64_t{kMoveLimit} * largest_weight("ord_piece_to_1024") +
                       std::int64_t{kPawnLimit} * largest_weight("ord_pawn_1024");
    for (std::string_view name :
         {"ord_cont1_1024", "ord_cont2_1024", "ord_cont3_1024", "ord_cont4_1024", "ord_cont6_1024"})
        sum += std::int64_t{kContinuationLimit} * largest_weight(name);
    return sum / (1024 * kSumUnit) <= INT16_MAX;
}

Histories::Histories() {
    static_assert(sums_fit());
    for (auto& squares : no_continuation_)
        for (auto& entry : squares) entry = 0;
}

void Histories::clear() { std::construct_at(this); }

void Histories::begin_search() { low_ply_ = {}; }

void Histories::prefetch_quiets(const NodeView& node) const {
    const ContinuationHistory& last = *(node.ss - 1)->continuation;
    const ContinuationHistory& before = *(node.ss - 2)->continuation;
    const auto& structure = pawn_[pawn_slot(node.pos)];
    for (int t = 0; t < kPieceTypes; ++t) {
        const Piece piece = make_piece(node.us(), static_cast<PieceType>(t));
        // A row of 64 squares is two cache lines.
        for (Square half : {Square::A1, Square::A5}) {
            __builtin_prefetch(&structure[piece][half]);
            __builtin_prefetch(&last[piece][half]);
            __builtin_prefetch(&before[piece][half]);
        }
    }
}

template <class T>
void Histories::learn_quiet(const TunedNode<T>& node, Move m, int bonus) {
    visit_quiet(QuietTables<Histories>(*this, node), node, node.pos.moved_piece(m), m,
                [&](const Row& row, auto& entry) {
                    if (row.learns) entry.update(bonus * row.learn_weight / 1024 + row.learn_extra);
                });
}

template <class T>
void Histories::learn_continuations(const TunedNode<T>& node, Piece piece, Square to, int bonus) {
    visit_rows(continuation_rows(Continuations(node.ss), node, piece), to, [&](const Row& row, auto& entry) {
        if (row.learns) entry.update(bonus * row.learn_weight / 1024 + row.learn_extra);
    });
}

template <class T>
void Histories::learn_continuations_of_last_move(const TunedNode<T>& node, int bonus) {
    const StackEntry& prior = *(node.ss - 1);
    learn_continuations(TunedNode<T>{{node.pos, node.ss - 1}, node.tuning}, prior.moved_piece,
                        prior.current_move.to(), bonus);
}

template <class T>
void Histories::learn_capture(const TunedNode<T>& node, Move m, int bonus) {
    if (!node.tuning.features.capture_history) return;
    const Position& pos = node.pos;
    capture_[pos.moved_piece(m)][m.to()][victim(pos, m)].update(bonus);
}

template <class T>
void Histories::learn_best_move(const TunedNode<T>& node, Move best, int depth, bool is_table_move,
                                const RefutedMoves& quiets, const RefutedMoves& captures) {
    const auto& p = node.tuning.params;
    StackEntry* const ss = node.ss;
    const int bonus = std::min(p.hist_bonus_mul * depth + p.hist_bonus_offset, p.hist_bonus_max) +
                      (is_table_move ? p.hist_bonus_table_move : 0) +
                      (ss - 1)->history / p.hist_bonus_parent_divisor;
    const int malus = std::max(0, std::min(p.hist_malus_mul * depth + p.hist_malus_offset, p.hist_malus_max) -
                                      p.hist_malus_move_count * ss->move_count);
    const Move last = node.last_move();
    if (!node.pos.is_noisy(best)) {
        learn_quiet(node, best, bonus);
        for (Move m : quiets) learn_quiet(node, m, -malus);
        if (node.tuning.features.killers && ss->killers[0] != best) {
            ss->killers[1] = ss->killers[0];
            ss->killers[0] = best;
        }
        if (node.tuning.features.countermove && last.is_real())
            countermove_[(ss - 1)->moved_piece][last.to()] = best;
    } else {
        learn_capture(node, best, bonus * p.hist_capture_1024 / 1024);
    }
    for (Move m : captures) learn_capture(node, m, -malus * p.hist_capture_malus_1024 / 1024);

    // The opponent's first guess was a quiet move and is refuted: a worse guess than thought.
    if (node.last_move_was_quiet() && (ss - 1)->move_count == 1 + (ss - 1)->table_hit)
        learn_continuations_of_last_move(node, -malus * p.hist_refutation_malus / 1024);
}

template <class T>
void Histories::learn_prior_move(const TunedNode<T>& node, int depth) {
    const auto& p = node.tuning.params;
    const auto& on = node.tuning.features;
    const StackEntry& prior = *(node.ss - 1);
    const Move last = prior.current_move;
    if (!last.is_real() || !on.prior_move_bonus) return;
    if (const Piece taken = node.pos.last_captured(); taken != Piece::None) {
        if (!on.capture_history) return;
        capture_[prior.moved_piece][last.to()][static_cast<std::size_t>(type_of(taken))].update(
            p.hist_prior_capture);
        return;
    }
    // More so the later it came and the less it was expected.
    const int surprise = std::min(-prior.history / p.hist_prior_history_divisor, p.hist_prior_history_max) +
                         std::min(p.hist_prior_depth * depth, p.hist_prior_depth_max) +
                         (prior.move_count > p.hist_prior_late_count ? p.hist_prior_late : 0) +
                         p.hist_prior_base;
    // At a surprise of 64 just the bonus for the depth.
    const int bonus =
        std::min(p.hist_prior_bonus_mul * depth + p.hist_prior_bonus_offset, p.hist_prior_bonus_max) *
        std::max(surprise, 0) / 64;
    learn_continuations_of_last_move(node, bonus * p.hist_prior_cont_1024 / 1024);
    if (on.butterfly_history)
        butterfly_[~node.us()][from_to(last)].update(bonus * p.hist_prior_butterfly_1024 / 1024);
    if (on.pawn_history)
        pawn_[pawn_slot(node.pos)][prior.moved_piece][last.to()].update(bonus * p.hist_prior_pawn_1024 /
                                                                        1024);
}

template <class T>
void Histories::learn_table_cutoff(const TunedNode<T>& node, Move table_move, int depth) {
    const auto& p = node.tuning.params;
    if (!node.tuning.features.table_cutoff_credit) return;
    if (!node.pos.is_noisy(table_move))
        learn_quiet(node, table_move, std::min(p.tt_cut_bonus_mul * depth, p.tt_cut_bonus_max));
    if (node.last_move_was_quiet() && (node.ss - 1)->move_count < kMovesToBlame)
        learn_continuations_of_last_move(node, -p.tt_cut_prior_malus);
}

template <class T>
void Histories::learn_evaluation_change(const TunedNode<T>& node, Score eval_before, Score eval_now) {
    const auto& p = node.tuning.params;
    if (!node.tuning.features.butterfly_history) return;
    const int bonus = std::clamp(-p.evd_mul * (eval_before + eval_now), p.evd_min, p.evd_max) + p.evd_offset;
    butterfly_[~node.us()][from_to(node.last_move())].update(bonus);
}

template <class T>
void Histories::learn_research(const TunedNode<T>& node, Move m) {
    if (node.tuning.features.research_bonus)
        learn_continuations(node, node.ss->moved_piece, m.to(), node.tuning.params.hist_research_bonus);
}

// For the plain search and for the open one.
template void Histories::learn_best_move(const TunedNode<FixedTuning>&, Move, int, bool, const RefutedMoves&,
                                         const RefutedMoves&);
template void Histories::learn_prior_move(const TunedNode<FixedTuning>&, int);
template void Histories::learn_table_cutoff(const TunedNode<FixedTuning>&, Move, int);
template void Histories::learn_evaluation_change(const TunedNode<FixedTuning>&, Score, Score);
template void Histories::learn_research(const TunedNode<FixedTuning>&, Move);
template void Histories::learn_best_move(const TunedNode<Tuning>&, Move, int, bool, const RefutedMoves&,
                                         const RefutedMoves&);
template void Histories::learn_prior_move(const TunedNode<Tuning>&, int);
template void Histories::learn_table_cutoff(const TunedNode<Tuning>&, Move, int);
template void Histories::learn_evaluation_change(const TunedNode<Tuning>&, Score, Score);
template void Histories::learn_research(const TunedNode<Tuning>&, Move);

}  // namespace stillpoint
