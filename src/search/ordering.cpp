#include "search/ordering.h"

#include "chess/attacks.h"

namespace stillpoint::order {

Threats threats_by(Color side, const Position& pos) {
    Threats t;
    const Bitboard pawns = pos.pieces(side, PieceType::Pawn);
    t.by_pawns =
        side == Color::White ? pawn_attacks_of<Color::White>(pawns) : pawn_attacks_of<Color::Black>(pawns);
    t.by_minors = t.by_pawns;
    for (Bitboard b = pos.pieces(side, PieceType::Knight); b;) t.by_minors |= knight_attacks(pop_first(b));
    for (Bitboard b = pos.pieces(side, PieceType::Bishop); b;)
        t.by_minors |= bishop_attacks(pop_first(b), pos.pieces());
    t.by_rooks = t.by_minors;
    for (Bitboard b = pos.pieces(side, PieceType::Rook); b;)
        t.by_rooks |= rook_attacks(pop_first(b), pos.pieces());
    return t;
}

}  // namespace stillpoint::order
