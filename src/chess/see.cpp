#include "chess/see.h"

namespace stillpoint {

namespace {

// The cheapest of the attackers that may capture. There must be one.
PieceType cheapest(const Position& pos, Bitboard attackers, Bitboard& from) {
    for (PieceType t :
         {PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
        const Bitboard candidates = attackers & pos.pieces(t);
        if (candidates) {
            from = candidates & (~candidates + 1);
            return t;
        }
    }
    from = attackers;
    return PieceType::King;
}

}  // namespace

bool see_at_least(const Position& pos, Move m, int threshold) {
    if (m.type() == MoveType::Castling) return threshold <= 0;
    const Square from = m.from(), to = m.to();
    const Color us = pos.side_to_move();
    const Piece victim = pos.captured_piece(m);

    // `balance` is what the side that has just captured is ahead of the threshold, seen from that side.
    int balance = (victim == Piece::None ? 0 : exchange_value(type_of(victim))) - threshold;
    PieceType on_square = type_of(pos.moved_piece(m));
    if (m.type() == MoveType::Promotion) {
        on_square = m.promotion_piece();
        balance += exchange_value(on_square) - exchange_value(PieceType::Pawn);
    }
    if (balance < 0) return false;
    // Even if the capturing piece is lost for nothing, the threshold is met.
    balance -= exchange_value(on_square);
    if (balance >= 0) return true;

    // Without the target square, so that a pinner taken there no longer counts as standing.
    Bitboard occupied = pos.pieces() & ~(bit(from) | bit(to));
    if (m.type() == MoveType::EnPassant) occupied ^= bit(to - pawn_push(us));
    const Bitboard diagonal = pos.pieces(PieceType::Bishop, PieceType::Queen);
    const Bitboard straight = pos.pieces(PieceType::Rook, PieceType::Queen);
    Bitboard attackers = pos.attackers_to(to, occupied);

    Color side = us;
    bool we_are_ahead = true;
    while (true) {
        side = ~side;
        attackers &= occupied;
        Bitboard own = attackers & pos.pieces(side);
        if (pos.pinners(side) & occupied) own &= ~pos.blockers(side);
        if (own == 0) break;
        Bitboard attacker = 0;
        const PieceType type = cheapest(pos, own, attacker);
        // A king may capture only if nothing can take back.
        if (type == PieceType::King) return (attackers & pos.pieces(~side)) ? we_are_ahead : !we_are_ahead;

        we_are_ahead = !we_are_ahead;
        // The roles change: the new capturer needs strictly more than what keeps the other side ahead.
        balance = -balance - 1 - exchange_value(type);
        if (balance >= 0) break;
        occupied ^= attacker;
        if (type == PieceType::Pawn || type == PieceType::Bishop || type == PieceType::Queen)
            attackers |= bishop_attacks(to, occupied) & diagonal;
        if (type == PieceType::Rook || type == PieceType::Queen)
            attackers |= rook_attacks(to, occupied) & straight;
    }
    return we_are_ahead;
}

}  // namespace stillpoint
