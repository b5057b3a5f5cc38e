#pragma once

#include <algorithm>

#include "chess/see.h"
#include "tests/unit/support/slow_board.h"

namespace stillpoint::test {

// The exchange value of a move, by really making the captures on a plain board. The rules are those see.h
// promises: the cheapest piece captures first (of equals the one on the lowest square), either side may stop,
// pieces pinned at the start stay out while a pinner of their king stands where it stood, a king captures
// only if nothing takes back, and pawns that capture on the last rank are not promoted.
class SlowExchange {
public:
    explicit SlowExchange(const Position& pos) : start_(pos), us_(pos.side_to_move()) {}

    int value(Move m) const {
        if (m.type() == MoveType::Castling) return 0;
        Play play{start_, {}};
        const Piece victim =
            m.type() == MoveType::EnPassant ? make_piece(~us_, PieceType::Pawn) : play.board[m.to()];
        int gain = victim == Piece::None ? 0 : exchange_value(type_of(victim));
        if (m.type() == MoveType::Promotion)
            gain += exchange_value(m.promotion_piece()) - exchange_value(PieceType::Pawn);
        play.board.apply(m);
        play.left[m.from()] = play.left[m.to()] = true;
        if (m.type() == MoveType::EnPassant)
            play.left[make_square(file_of(m.to()), rank_of(m.from()))] = true;
        return gain - best_reply(play, m.to(), ~us_);
    }

private:
    struct Play {
        SlowBoard board;
        BySquare<bool> left;  // what stood there at the start has moved or been taken
    };

    // The single own piece between a king and an enemy slider that points at it; None if there is none.
    Square pinned_by(Color side, Square slider) const {
        const Square king = start_.king_of(side);
        if (!start_.is_enemy(side, slider) || start_.pieces_between(king, slider) != 1) return Square::None;
        for (int s = 0; s < kSquares; ++s) {
            const Square own = static_cast<Square>(s);
            if (start_[own] == Piece::None || start_.is_enemy(side, own) || own == king) continue;
            SlowBoard without = start_;
            without[own] = Piece::None;
            if (!start_.attacks(slider, king) && without.attacks(slider, king)) return own;
        }
        return Square::None;
    }

    bool may_capture(const Play& play, Color side, Square from) const {
        bool pinned = false, a_pinner_stands = false;
        for (int s = 0; s < kSquares; ++s) {
            const Square slider = static_cast<Square>(s);
            const Square victim = pinned_by(side, slider);
            if (victim == Square::None) continue;
            pinned |= victim == from;
            a_pinner_stands |= !play.left[slider];
        }
        return !(pinned && a_pinner_stands);
    }

    int best_reply(const Play& play, Square to, Color side) const {
        Square cheapest = Square::None;
        for (int s = 0; s < kSquares; ++s) {
            const Square from = static_cast<Square>(s);
            if (!play.board.is_enemy(~side, from) || !play.board.attacks(from, to)) continue;
            if (cheapest != Square::None &&
                type_of(play.board[from]) >= type_of(play.board[cheapest]))  // types are ordered by value
                continue;
            if (may_capture(play, side, from)) cheapest = from;
        }
        if (cheapest == Square::None) return 0;
        if (type_of(play.board[cheapest]) == PieceType::King && play.board.is_attacked_by(~side, to))
            return 0;

        const int gain = exchange_value(type_of(play.board[to]));
        Play next = play;
        next.board[to] = next.board[cheapest];
        next.board[cheapest] = Piece::None;
        next.left[cheapest] = true;
        return std::max(0, gain - best_reply(next, to, ~side));
    }

    SlowBoard start_;
    Color us_;
};

}  // namespace stillpoint::test
