#include "search/ordering.h"

#include "chess/attacks.h"

namespace stillpoint::order {

Threats threats_by(Color side, const Position& pos) {
    const Bitboard pawns = pos.pieces(side, PieceType::Pawn);
    const Bitboard by_pawns =
        side == Color::White ? pawn_attacks_of<Color::White>(pawns) : pawn_attacks_of<Color::Black>(pawns);
    Bitboard by_minors = by_pawns;
    for (Bitboard b = pos.pieces(side, PieceType::Knight); b;) by_minors |= knight_attacks(pop_first(b));
    for (Bitboard b = pos.pieces(side, PieceType::Bishop); b;)
        by_minors |= bishop_attacks(pop_first(b), pos.pieces());
    Bitboard by_rooks = by_minors;
    for (Bitboard b = pos.pieces(side, PieceType::Rook); b;)
        by_rooks |= rook_attacks(pop_first(b), pos.pieces());

    Threats threats{};
    threats[PieceType::Knight] = threats[PieceType::Bishop] = by_pawns;
    threats[PieceType::Rook] = by_minors;
    threats[PieceType::Queen] = by_rooks;
    return threats;
}

}  // namespace stillpoint::order
