#include "search/move_picker.h"

#include <algorithm>
#include <utility>

#include "chess/movegen.h"
#include "chess/see.h"
#include "search/ordering.h"
#include "search/tuning.h"

namespace stillpoint {

namespace {

constexpr auto kAnyMove = [](ScoredMove&) { return true; };

// Sorts the moves scoring at least `limit` to the front, best first; the rest keep an arbitrary order behind
// them.
void partial_insertion_sort(ScoredMove* begin, ScoredMove* end, int limit) {
    if (begin == end) return;
    for (ScoredMove *sorted_end = begin, *p = begin + 1; p < end; ++p) {
        if (p->score < limit) continue;
        const ScoredMove item = *p;
        *p = *++sorted_end;
        ScoredMove* q = sorted_end;
        for (; q != begin && (q - 1)->score < item.score; --q) *q = *(q - 1);
        *q = item;
    }
}

}  // namespace

template <class SomeTuning>
void MovePicker<SomeTuning>::start(PickStage table_stage, Move table_move) {
    table_move_ = node_.tuning.features.table_move ? table_move : Move::none();
    stage_ = table_stage;
    if (!table_move_) stage_ = static_cast<PickStage>(static_cast<int>(stage_) + 1);
}

template <class SomeTuning>
MovePicker<SomeTuning> MovePicker<SomeTuning>::for_search(const Node& node, const Histories& histories,
                                                          Move table_move, int depth) {
    MovePicker picker(node, histories);
    picker.depth_ = depth;
    const auto& features = node.tuning.features;
    if (features.killers) std::copy_n(node.ss->killers, 2, picker.killers_);
    if (features.countermove) picker.countermove_ = histories.countermove(node);
    if (picker.countermove_ == picker.killers_[0] || picker.countermove_ == picker.killers_[1])
        picker.countermove_ = Move::none();
    picker.start(node.pos.in_check() ? PickStage::EvasionTable : PickStage::MainTable, table_move);
    return picker;
}

template <class SomeTuning>
MovePicker<SomeTuning> MovePicker<SomeTuning>::for_quiescence(const Node& node, const Histories& histories,
                                                              Move table_move, int depth,
                                                              Square recapture_square) {
    MovePicker picker(node, histories);
    const auto& params = node.tuning.params;
    picker.depth_ = depth;
    if (node.pos.in_check()) {
        picker.start(PickStage::EvasionTable, table_move);
    } else if (depth <=
               (node.tuning.features.quiescence_taper ? params.qs_recapture_depth : params.qs_deepest)) {
        picker.recapture_square_ = recapture_square;
        picker.stage_ = PickStage::RecaptureInit;
    } else {
        // A quiet table move from the main search has no place in quiescence.
        const bool noisy = table_move && node.pos.is_noisy(table_move);
        picker.start(PickStage::QuiescenceTable, noisy ? table_move : Move::none());
    }
    return picker;
}

template <class SomeTuning>
MovePicker<SomeTuning> MovePicker<SomeTuning>::for_probcut(const Node& node, const Histories& histories,
                                                           Move table_move, int threshold) {
    MovePicker picker(node, histories);
    picker.threshold_ = threshold;
    const bool fits =
        table_move && node.pos.is_capture(table_move) && see_at_least(node.pos, table_move, threshold);
    picker.start(PickStage::ProbcutTable, fits ? table_move : Move::none());
    return picker;
}

template <class SomeTuning>
void MovePicker<SomeTuning>::score_noisy(const MoveList& moves) {
    for (Move m : moves) *end_++ = {m, order::noisy_score(node_, histories_, m, order::kNoNote)};
}

template <class SomeTuning>
void MovePicker<SomeTuning>::score_quiets(const MoveList& moves) {
    const order::QuietOrder<SomeTuning> quiets(node_, histories_);
    ScoredMove* end = end_;
    for (Move m : moves) *end++ = {m, quiets.score(m, order::kNoNote)};
    end_ = end;
}

template <class SomeTuning>
void MovePicker<SomeTuning>::score_evasions(const MoveList& moves) {
    for (Move m : moves) *end_++ = {m, order::evasion_score(node_, histories_, m, order::kNoNote)};
}

template <class SomeTuning>
bool MovePicker<SomeTuning>::usable_refutation(Move m) const {
    return m && m != table_move_ && pos_.is_legal(m) && !pos_.is_noisy(m);
}

// Takes the best of the remaining moves that `keep` accepts; cheaper than sorting when few are needed.
template <class SomeTuning>
template <class Keep>
Move MovePicker<SomeTuning>::pick_best(Keep keep) {
    while (cursor_ < end_) {
        ScoredMove* best = cursor_;
        for (ScoredMove* p = cursor_ + 1; p < end_; ++p)
            if (p->score > best->score) best = p;
        std::swap(*cursor_, *best);
        ScoredMove& candidate = *cursor_++;
        if (candidate.move == table_move_ || !keep(candidate)) continue;
        last_score_ = candidate.score;
        return candidate.move;
    }
    return Move::none();
}

template <class SomeTuning>
template <class Keep>
Move MovePicker<SomeTuning>::pick_in_order(Keep keep) {
    while (cursor_ < end_) {
        ScoredMove& candidate = *cursor_++;
        if (candidate.move == table_move_ || !keep(candidate)) continue;
        last_score_ = candidate.score;
        return candidate.move;
    }
    return Move::none();
}

template <class SomeTuning>
Move MovePicker<SomeTuning>::next() {
    const auto& params = node_.tuning.params;
    const auto advance = [this] { stage_ = static_cast<PickStage>(static_cast<int>(stage_) + 1); };
    while (true) {
        switch (stage_) {
            case PickStage::MainTable:
            case PickStage::EvasionTable:
            case PickStage::ProbcutTable:
            case PickStage::QuiescenceTable: {
                const PickStage stage = stage_;
                advance();
                return give(table_move_, stage);
            }

            case PickStage::MainNoisyInit:
            case PickStage::ProbcutInit:
            case PickStage::QuiescenceNoisyInit:
            case PickStage::RecaptureInit: {
                MoveList moves;
                generate<GenKind::Noisy>(pos_, moves);
                cursor_ = end_ = bad_noisy_end_ = moves_.data();
                score_noisy(moves);
                advance();
                break;
            }

            case PickStage::GoodNoisy: {
                // The exchange is only calculated for moves that are really reached.
                const auto good = [&](ScoredMove& m) {
                    if (see_at_least(pos_, m.move, -m.score / params.ord_good_noisy_see_divisor)) return true;
                    *bad_noisy_end_++ = m;
                    return false;
                };
                if (const Move m = pick_best(good)) return give(m, PickStage::GoodNoisy);
                advance();
                break;
            }

            case PickStage::FirstKiller:
            case PickStage::SecondKiller: {
                const PickStage stage = stage_;
                Move& killer = killers_[stage == PickStage::SecondKiller];
                advance();
                if (!skip_quiets_ && usable_refutation(killer)) return give(killer, stage);
                killer = Move::none();  // it will come among the quiets if it is legal after all
                break;
            }

            case PickStage::Countermove:
                advance();
                if (!skip_quiets_ && usable_refutation(countermove_))
                    return give(countermove_, PickStage::Countermove);
                countermove_ = Move::none();
                break;

            case PickStage::QuietInit:
                cursor_ = end_ = bad_noisy_end_;
                if (!skip_quiets_) {
                    histories_.prefetch_quiets(node_);
                    MoveList moves;
                    generate<GenKind::Quiet>(pos_, moves);
                    score_quiets(moves);
                    partial_insertion_sort(cursor_, end_, -params.ord_quiet_sort_depth * depth_);
                }
                quiet_end_ = bad_quiet_begin_ = end_;
                advance();
                break;

            case PickStage::GoodQuiet: {
                if (!skip_quiets_) {
                    const Move m = pick_in_order([this](ScoredMove& s) { return !is_refutation(s.move); });
                    if (m && last_score_ > params.ord_good_quiet) return give(m, PickStage::GoodQuiet);
                    // The first bad one is put back; the rest are bad or unsorted.
                    bad_quiet_begin_ = m ? cursor_ - 1 : end_;
                }
                cursor_ = moves_.data();
                end_ = bad_noisy_end_;
                advance();
                break;
            }

            case PickStage::BadNoisy:
                if (const Move m = pick_in_order(kAnyMove)) return give(m, PickStage::BadNoisy);
                cursor_ = bad_quiet_begin_;
                end_ = quiet_end_;
                advance();
                break;

            case PickStage::BadQuiet:
                if (!skip_quiets_)
                    if (const Move m =
                            pick_in_order([this](ScoredMove& s) { return !is_refutation(s.move); }))
                        return give(m, PickStage::BadQuiet);
                stage_ = PickStage::Done;
                break;

            case PickStage::EvasionInit: {
                MoveList moves;
                generate<GenKind::Evasions>(pos_, moves);
                cursor_ = end_ = moves_.data();
                score_evasions(moves);
                advance();
                break;
            }

            case PickStage::Evasion:
                if (const Move m =
                        pick_best([this](ScoredMove& s) { return !skip_quiets_ || pos_.is_noisy(s.move); }))
                    return give(m, PickStage::Evasion);
                stage_ = PickStage::Done;
                break;

            case PickStage::Probcut:
                if (const Move m =
                        pick_best([this](ScoredMove& s) { return see_at_least(pos_, s.move, threshold_); }))
                    return give(m, PickStage::Probcut);
                stage_ = PickStage::Done;
                break;

            case PickStage::QuiescenceNoisy:
                if (const Move m = pick_best(kAnyMove)) return give(m, PickStage::QuiescenceNoisy);
                if (!node_.tuning.features.quiescence_checks || depth_ < 0) {
                    stage_ = PickStage::Done;
                    break;
                }
                advance();
                break;

            case PickStage::QuiescenceChecksInit: {
                MoveList moves;
                generate<GenKind::QuietChecks>(pos_, moves);
                cursor_ = end_ = moves_.data();
                for (Move m : moves) *end_++ = {m, 0};
                advance();
                break;
            }

            case PickStage::QuiescenceChecks:
                if (const Move m = pick_in_order(kAnyMove)) return give(m, PickStage::QuiescenceChecks);
                stage_ = PickStage::Done;
                break;

            case PickStage::Recapture:
                if (const Move m =
                        pick_best([this](ScoredMove& s) { return s.move.to() == recapture_square_; }))
                    return give(m, PickStage::Recapture);
                stage_ = PickStage::Done;
                break;

            case PickStage::Done: return Move::none();
        }
    }
}

template class MovePicker<FixedTuning>;
template class MovePicker<Tuning>;

}  // namespace stillpoint
