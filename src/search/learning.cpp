// What the worker learns from results: move records and evaluation errors. See statistics.h for the tables.
#include <algorithm>

#include "chess/see.h"
#include "search/worker.h"

namespace stillpoint {

namespace {

// Continuation tables are kept for the moves this many plies before.
constexpr int kContinuationPlies[] = {1, 2, 3, 4, 6};
// In check, moves further back say little about a good evasion.
constexpr int kContinuationPliesInCheck = 2;
constexpr int kCorrectionUnit = 256;

}  // namespace

int Worker::correction(const StackEntry* ss) const {
    if (!tuning().features.correction_history) return 0;
    const Params& w = tuning().params;
    const Corrections& c = *corrections_;
    const Color us = pos_.side_to_move();
    const PartialKeys& keys = pos_.partial_keys();
    std::int64_t sum = std::int64_t{w.corr_pawn} * c.pawn[us][Corrections::slot(keys.pawns)] +
                       std::int64_t{w.corr_minor} * c.minor[us][Corrections::slot(keys.minors)];
    for (Color side : {Color::White, Color::Black})
        sum += std::int64_t{w.corr_non_pawn} * c.non_pawn[us][side][Corrections::slot(keys.non_pawns[side])];
    const Move last = (ss - 1)->current_move;
    if (last.is_real())
        sum += std::int64_t{w.corr_continuation} * (*(ss - 2)->correction)[(ss - 1)->moved_piece][last.to()];
    return static_cast<int>(sum / (1024 * kCorrectionUnit));
}

void Worker::prefetch_corrections() const {
    const Corrections& c = *corrections_;
    const Color us = pos_.side_to_move();
    const PartialKeys& keys = pos_.partial_keys();
    __builtin_prefetch(&c.pawn[us][Corrections::slot(keys.pawns)]);
    __builtin_prefetch(&c.minor[us][Corrections::slot(keys.minors)]);
    for (Color side : {Color::White, Color::Black})
        __builtin_prefetch(&c.non_pawn[us][side][Corrections::slot(keys.non_pawns[side])]);
}

void Worker::learn_correction(StackEntry* ss, int bonus) {
    Corrections& c = *corrections_;
    const Color us = pos_.side_to_move();
    const PartialKeys& keys = pos_.partial_keys();
    c.pawn[us][Corrections::slot(keys.pawns)].update(bonus);
    c.minor[us][Corrections::slot(keys.minors)].update(bonus);
    for (Color side : {Color::White, Color::Black})
        c.non_pawn[us][side][Corrections::slot(keys.non_pawns[side])].update(bonus);
    // Only where both moves were really made: the stand-in for the others stays empty.
    const Move last = (ss - 1)->current_move;
    if (last.is_real() && (ss - 2)->current_move.is_real())
        (*(ss - 2)->correction)[(ss - 1)->moved_piece][last.to()].update(bonus);
}

int Worker::quiet_record(const StackEntry* ss, Move m) const {
    const Piece piece = pos_.moved_piece(m);
    return 2 * statistics_->butterfly[pos_.side_to_move()][static_cast<std::size_t>(m.from_to())] +
           (*(ss - 1)->continuation)[piece][m.to()] + (*(ss - 2)->continuation)[piece][m.to()];
}

int Worker::noisy_record(Move m) const {
    const Piece victim = pos_.captured_piece(m);
    const PieceType type = victim == Piece::None ? PieceType::Pawn : type_of(victim);
    return statistics_->capture[pos_.moved_piece(m)][m.to()][static_cast<std::size_t>(type)];
}

int Worker::victim_value(Move m) const {
    const Piece victim = pos_.captured_piece(m);
    return victim == Piece::None ? 0 : exchange_value(type_of(victim));
}

void Worker::learn_continuations(StackEntry* ss, Piece piece, Square to, int bonus) {
    const Params& p = tuning().params;
    const int weights[] = {p.hist_cont1_1024, p.hist_cont2_1024, p.hist_cont3_1024, p.hist_cont4_1024,
                           p.hist_cont6_1024};
    for (std::size_t i = 0; i < std::size(kContinuationPlies); ++i) {
        const int ago = kContinuationPlies[i];
        if (ss->in_check && ago > kContinuationPliesInCheck) break;
        if ((ss - ago)->current_move.is_real())
            (*(ss - ago)->continuation)[piece][to].update(bonus * weights[i] / 1024);
    }
}

void Worker::learn_quiet(StackEntry* ss, Move m, int bonus) {
    const Params& p = tuning().params;
    Statistics& s = *statistics_;
    const Piece piece = pos_.moved_piece(m);
    const std::size_t from_to = static_cast<std::size_t>(m.from_to());
    s.butterfly[pos_.side_to_move()][from_to].update(bonus * p.hist_quiet_1024 / 1024);
    s.piece_to[piece][m.to()].update(bonus * p.hist_piece_to_1024 / 1024);
    if (ss->ply < Statistics::kLowPlies)
        s.low_ply[static_cast<std::size_t>(ss->ply)][from_to].update(bonus * p.hist_low_ply_1024 / 1024);
    s.pawn[Statistics::pawn_slot(pos_)][piece][m.to()].update(bonus * p.hist_pawn_1024 / 1024);
    learn_continuations(ss, piece, m.to(), bonus);
}

void Worker::learn_capture(Move m, int bonus) {
    const Piece victim = pos_.captured_piece(m);
    const PieceType type = victim == Piece::None ? PieceType::Pawn : type_of(victim);
    statistics_->capture[pos_.moved_piece(m)][m.to()][static_cast<std::size_t>(type)].update(bonus);
}

void Worker::learn_from_cutoff(StackEntry* ss, Move best, int depth, bool best_is_table_move,
                               const RefutedMoves& quiets, const RefutedMoves& captures) {
    const Params& p = tuning().params;
    const int bonus = std::min(p.hist_bonus_mul * depth + p.hist_bonus_offset, p.hist_bonus_max) +
                      (best_is_table_move ? p.hist_bonus_table_move : 0);
    const int malus = std::max(0, std::min(p.hist_malus_mul * depth + p.hist_malus_offset, p.hist_malus_max) -
                                      p.hist_malus_move_count * ss->move_count);
    if (!pos_.is_noisy(best)) {
        learn_quiet(ss, best, bonus);
        for (Move m : quiets) learn_quiet(ss, m, -malus);
        if (tuning().features.killers && ss->killers[0] != best) {
            ss->killers[1] = ss->killers[0];
            ss->killers[0] = best;
        }
        const Move last = (ss - 1)->current_move;
        if (tuning().features.countermove && last.is_real())
            statistics_->countermove[(ss - 1)->moved_piece][last.to()] = best;
    } else {
        learn_capture(best, bonus * p.hist_capture_1024 / 1024);
    }
    for (Move m : captures) learn_capture(m, -malus * p.hist_capture_malus_1024 / 1024);

    // The opponent's first guess was a quiet move and is refuted: a worse guess than thought.
    const Move last = (ss - 1)->current_move;
    if (last.is_real() && (ss - 1)->move_count == 1 + (ss - 1)->table_hit &&
        pos_.last_captured() == Piece::None)
        learn_continuations(ss - 1, (ss - 1)->moved_piece, last.to(),
                            -malus * p.hist_refutation_malus / 1024);
}

// Every move here failed low: the opponent's last move was good.
void Worker::learn_prior_move(StackEntry* ss, int depth) {
    const Params& p = tuning().params;
    const StackEntry& prior = *(ss - 1);
    const Move last = prior.current_move;
    if (!last.is_real()) return;
    if (pos_.last_captured() != Piece::None) {
        const std::size_t victim = static_cast<std::size_t>(type_of(pos_.last_captured()));
        statistics_->capture[prior.moved_piece][last.to()][victim].update(p.hist_prior_capture);
        return;
    }
    // More so the later it came and the less it was expected.
    const int surprise = std::min(-prior.history / p.hist_prior_record_divisor, p.hist_prior_record_max) +
                         std::min(p.hist_prior_depth * depth, p.hist_prior_depth_max) +
                         (prior.move_count > p.hist_prior_late_count ? p.hist_prior_late : 0) +
                         p.hist_prior_base;
    // At a surprise of 64 just the bonus for the depth.
    const int bonus =
        std::min(p.hist_prior_bonus_mul * depth + p.hist_prior_bonus_offset, p.hist_prior_bonus_max) *
        std::max(surprise, 0) / 64;
    learn_continuations(ss - 1, prior.moved_piece, last.to(), bonus * p.hist_prior_cont_1024 / 1024);
    statistics_->butterfly[~pos_.side_to_move()][static_cast<std::size_t>(last.from_to())].update(
        bonus * p.hist_prior_butterfly_1024 / 1024);
    statistics_->pawn[Statistics::pawn_slot(pos_)][prior.moved_piece][last.to()].update(
        bonus * p.hist_prior_pawn_1024 / 1024);
}

OrderingContext Worker::ordering(const StackEntry* ss) const {
    OrderingContext context{
        .tuning = tuning(), .statistics = *statistics_, .continuation = {}, .ply = ss->ply};
    for (std::size_t i = 0; i < context.continuation.size(); ++i)
        context.continuation[i] = (ss - kContinuationPlies[i])->continuation;
    if (tuning().features.killers) {
        context.killers[0] = ss->killers[0];
        context.killers[1] = ss->killers[1];
    }
    const Move last = (ss - 1)->current_move;
    if (tuning().features.countermove && last.is_real())
        context.countermove = statistics_->countermove[(ss - 1)->moved_piece][last.to()];
    return context;
}

}  // namespace stillpoint
