#include "search/ordering.h"

#include "chess/attacks.h"

namespace stillpoint::order {

QuietOrder::QuietOrder(const NodeView& node, const Histories& histories)
    : node_(node), histories_(histories) {
    if (!node.tuning.features.threat_ordering) return;
    const Position& pos = node.pos;
    const Color them = ~node.us();
    const Bitboard pawns = pos.pieces(them, PieceType::Pawn);
    by_pawns_ =
        them == Color::White ? pawn_attacks_of<Color::White>(pawns) : pawn_attacks_of<Color::Black>(pawns);
    by_minors_ = by_pawns_;
    for (Bitboard b = pos.pieces(them, PieceType::Knight); b;) by_minors_ |= knight_attacks(pop_first(b));
    for (Bitboard b = pos.pieces(them, PieceType::Bishop); b;)
        by_minors_ |= bishop_attacks(pop_first(b), pos.pieces());
    by_rooks_ = by_minors_;
    for (Bitboard b = pos.pieces(them, PieceType::Rook); b;)
        by_rooks_ |= rook_attacks(pop_first(b), pos.pieces());
}

}  // namespace stillpoint::order
