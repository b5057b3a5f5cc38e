#include "search/move_picker.h"

#include <algorithm>
#include <utility>

#include "chess/movegen.h"
#include "chess/see.h"

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

// Squares each side attacks with pieces cheaper than a given one.
struct Threats {
    Bitboard by_pawns = 0;
    Bitboard by_minors = 0;  // pawns included
    Bitboard by_rooks = 0;   // pawns and minors included

    Bitboard to(PieceType t) const {
        switch (t) {
            case PieceType::Knight:
            case PieceType::Bishop: return by_pawns;
            case PieceType::Rook: return by_minors;
            case PieceType::Queen: return by_rooks;
            default: return 0;
        }
    }
};

Threats threats_by(const Position& pos, Color c) {
    Threats t;
    const Bitboard pawns = pos.pieces(c, PieceType::Pawn);
    t.by_pawns =
        c == Color::White ? pawn_attacks_of<Color::White>(pawns) : pawn_attacks_of<Color::Black>(pawns);
    t.by_minors = t.by_pawns;
    for (Bitboard b = pos.pieces(c, PieceType::Knight); b;) t.by_minors |= knight_attacks(pop_first(b));
    for (Bitboard b = pos.pieces(c, PieceType::Bishop); b;)
        t.by_minors |= bishop_attacks(pop_first(b), pos.pieces());
    t.by_rooks = t.by_minors;
    for (Bitboard b = pos.pieces(c, PieceType::Rook); b;)
        t.by_rooks |= rook_attacks(pop_first(b), pos.pieces());
    return t;
}

}  // namespace

void MovePicker::start(PickStage table_stage, Move table_move) {
    table_move_ = context_.tuning.features.table_move ? table_move : Move::none();
    stage_ = table_stage;
    if (!table_move_) stage_ = static_cast<PickStage>(static_cast<int>(stage_) + 1);
}

MovePicker MovePicker::for_search(const Position& pos, const OrderingContext& context, Move table_move,
                                  int depth) {
    MovePicker picker(pos, context);
    picker.depth_ = depth;
    const Features& features = context.tuning.features;
    if (features.killers) std::copy_n(context.killers, 2, picker.killers_);
    if (features.countermove) picker.countermove_ = context.countermove;
    if (picker.countermove_ == picker.killers_[0] || picker.countermove_ == picker.killers_[1])
        picker.countermove_ = Move::none();
    picker.start(pos.in_check() ? PickStage::EvasionTable : PickStage::MainTable, table_move);
    return picker;
}

MovePicker MovePicker::for_quiescence(const Position& pos, const OrderingContext& context, Move table_move,
                                      int depth, Square recapture_square) {
    MovePicker picker(pos, context);
    picker.depth_ = depth;
    if (pos.in_check()) {
        picker.start(PickStage::EvasionTable, table_move);
    } else if (depth <= (context.tuning.features.quiescence_taper ? context.tuning.params.qs_recapture_depth
                                                                  : context.tuning.params.qs_deepest)) {
        picker.recapture_square_ = recapture_square;
        picker.stage_ = PickStage::RecaptureInit;
    } else {
        // A quiet table move from the main search has no place in quiescence.
        const bool noisy = table_move && pos.is_noisy(table_move);
        picker.start(PickStage::QuiescenceTable, noisy ? table_move : Move::none());
    }
    return picker;
}

MovePicker MovePicker::for_probcut(const Position& pos, const OrderingContext& context, Move table_move,
                                   int threshold) {
    MovePicker picker(pos, context);
    picker.threshold_ = threshold;
    const bool fits = table_move && pos.is_capture(table_move) && see_at_least(pos, table_move, threshold);
    picker.start(PickStage::ProbcutTable, fits ? table_move : Move::none());
    return picker;
}

int MovePicker::noisy_score(Move m) const {
    const Piece victim = pos_.captured_piece(m);
    const PieceType victim_type = victim == Piece::None ? PieceType::Pawn : type_of(victim);
    int score =
        (victim == Piece::None ? 0 : exchange_value(victim_type)) * context_.tuning.params.ord_victim_mul;
    if (m.type() == MoveType::Promotion)
        score += exchange_value(m.promotion_piece()) * context_.tuning.params.ord_victim_mul;
    if (context_.tuning.features.capture_history)
        score +=
            context_.statistics.capture[pos_.moved_piece(m)][m.to()][static_cast<std::size_t>(victim_type)];
    return score;
}

void MovePicker::score_noisy(const MoveList& moves) {
    for (Move m : moves) *end_++ = {m, noisy_score(m)};
}

void MovePicker::score_quiets(const MoveList& moves) {
    const Statistics& stats = context_.statistics;
    const Features& on = context_.tuning.features;
    const Params& weight = context_.tuning.params;
    const Color us = pos_.side_to_move();
    const auto& butterfly = stats.butterfly[us];
    const auto& pawn = stats.pawn[Statistics::pawn_slot(pos_)];
    const auto& continuation = context_.continuation;
    const Threats threats = on.threat_ordering ? threats_by(pos_, ~us) : Threats{};

    for (Move m : moves) {
        const Piece piece = pos_.moved_piece(m);
        const PieceType type = type_of(piece);
        const Square to = m.to();
        std::int64_t sum = 0;
        if (on.butterfly_history)
            sum += std::int64_t{weight.ord_butterfly_1024} * butterfly[static_cast<std::size_t>(m.from_to())];
        if (on.piece_to_history) sum += std::int64_t{weight.ord_piece_to_1024} * stats.piece_to[piece][to];
        if (on.pawn_history) sum += std::int64_t{weight.ord_pawn_1024} * pawn[piece][to];
        if (on.continuation_history) {
            sum += std::int64_t{weight.ord_cont1_1024} * (*continuation[0])[piece][to];
            sum += std::int64_t{weight.ord_cont2_1024} * (*continuation[1])[piece][to];
            sum += std::int64_t{weight.ord_cont3_1024} * (*continuation[2])[piece][to];
            sum += std::int64_t{weight.ord_cont4_1024} * (*continuation[3])[piece][to];
            sum += std::int64_t{weight.ord_cont6_1024} * (*continuation[4])[piece][to];
        }
        int score = static_cast<int>(sum / 1024);
        if (on.low_ply_history && context_.ply < Statistics::kLowPlies)
            score +=
                weight.ord_low_ply *
                stats.low_ply[static_cast<std::size_t>(context_.ply)][static_cast<std::size_t>(m.from_to())] /
                (1 + context_.ply);
        if (contains(pos_.check_squares(type), to) && see_at_least(pos_, m, weight.ord_check_see))
            score += weight.ord_check_bonus;
        if (on.threat_ordering) {
            // Leaving an attack by something cheaper is good, walking into one is bad.
            const Bitboard attacked = threats.to(type);
            const int value = exchange_value(type) / 10 * weight.ord_threat;
            if (contains(attacked, m.from())) score += value;
            if (contains(attacked, to)) score -= value;
        }
        *end_++ = {m, score};
    }
}

void MovePicker::score_evasions(const MoveList& moves) {
    const Statistics& stats = context_.statistics;
    for (Move m : moves) {
        int score = 0;
        if (pos_.is_noisy(m))
            score = kEvasionCaptureBase + noisy_score(m) - index(type_of(pos_.moved_piece(m)));
        else
            score = stats.butterfly[pos_.side_to_move()][static_cast<std::size_t>(m.from_to())] +
                    stats.piece_to[pos_.moved_piece(m)][m.to()] +
                    (*context_.continuation[0])[pos_.moved_piece(m)][m.to()];
        *end_++ = {m, score};
    }
}

bool MovePicker::usable_refutation(Move m) const {
    return m && m != table_move_ && pos_.is_legal(m) && !pos_.is_noisy(m);
}

// Takes the best of the remaining moves that `keep` accepts; cheaper than sorting when few are needed.
template <class Keep>
Move MovePicker::pick_best(Keep keep) {
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

template <class Keep>
Move MovePicker::pick_in_order(Keep keep) {
    while (cursor_ < end_) {
        ScoredMove& candidate = *cursor_++;
        if (candidate.move == table_move_ || !keep(candidate)) continue;
        last_score_ = candidate.score;
        return candidate.move;
    }
    return Move::none();
}

Move MovePicker::next() {
    const Params& params = context_.tuning.params;
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
                if (!context_.tuning.features.quiescence_checks || depth_ < 0) {
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

}  // namespace stillpoint
