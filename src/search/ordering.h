#pragma once

#include "chess/move.h"
#include "chess/position.h"
#include "chess/see.h"
#include "search/histories.h"
#include "search/stack.h"

// The scores by which the move picker sorts. `note(name, amount)` hears every term of a score; the terms add
// up to it.
namespace stillpoint::order {

inline constexpr auto kNoNote = [](const char*, int) {};

// What a capture takes, in the units of exchanges; 0 for other moves.
inline int victim_value(const Position& pos, Move m) {
    const Piece victim = pos.captured_piece(m);
    return victim == Piece::None ? 0 : exchange_value(type_of(victim));
}

// Captures and promotions: by what they win, then by their history.
template <class SomeTuning, class Note>
int noisy_score(const TunedNode<SomeTuning>& node, const Histories& histories, Move m, Note note) {
    const auto& p = node.tuning.params;
    const int victim = victim_value(node.pos, m) * p.ord_victim_mul;
    const int promotion =
        m.type() == MoveType::Promotion ? exchange_value(m.promotion_piece()) * p.ord_victim_mul : 0;
    const int history = node.tuning.features.capture_history ? histories.capture(node.pos, m) : 0;
    note("victim", victim);
    note("promotion", promotion);
    note("capture history", history);
    return victim + promotion + history;
}

// Evasions: captures first, whatever the histories say, and those by the cheapest piece before others.
inline constexpr int kCapturesFirst = 1 << 28;
template <class SomeTuning, class Note>
int evasion_score(const TunedNode<SomeTuning>& node, const Histories& histories, Move m, Note note) {
    if (!node.pos.is_noisy(m)) return histories.order_of_evasion(node, m, note);
    const int first = kCapturesFirst - index(type_of(node.pos.moved_piece(m)));
    note("captures come first", first);
    return first + noisy_score(node, histories, m, note);
}

// Squares where a piece of each type is attacked by a cheaper one of the side.
using Threats = ByPieceType<Bitboard>;
Threats threats_by(Color side, const Position& pos);

// Quiet moves of one node: by their histories, by checks, and by what they leave or walk into.
template <class SomeTuning>
class QuietOrder {
public:
    QuietOrder(const TunedNode<SomeTuning>& node, const Histories& histories)
        : node_(node), histories_(histories, node) {
        if (!node.tuning.features.threat_ordering) return;
        threats_ = threats_by(~node.us(), node.pos);
        for (int t = 0; t < kPieceTypes; ++t) {
            const auto type = static_cast<PieceType>(t);
            threat_values_[type] = exchange_value(type) / 10 * node.tuning.params.ord_threat;
        }
    }

    template <class Note>
    int score(Move m, Note note) const {
        const auto& p = node_.tuning.params;
        const Piece piece = node_.pos.moved_piece(m);
        const PieceType type = type_of(piece);
        int score = histories_.of(piece, m, note);
        if (node_.tuning.features.check_ordering && contains(node_.pos.check_squares(type), m.to()) &&
            see_at_least(node_.pos, m, p.ord_check_see)) {
            score += p.ord_check_bonus;
            note("check", p.ord_check_bonus);
        }
        if (node_.tuning.features.threat_ordering) {
            const bool leaves = contains(threats_[type], m.from()), enters = contains(threats_[type], m.to());
            const int value = threat_values_[type];
            score += value * (leaves - enters);
            if (leaves) note("leaves an attack", value);
            if (enters) note("walks into an attack", -value);
        }
        return score;
    }

private:
    const TunedNode<SomeTuning>& node_;
    Histories::QuietOrder<SomeTuning> histories_;
    Threats threats_{};
    ByPieceType<int> threat_values_{};  // what a move wins or loses by them
};

}  // namespace stillpoint::order
