#pragma once

#include <algorithm>
#include <cstdlib>

#include "chess/position.h"

namespace stillpoint::test {

// A board without bitboards or tables: slow, plain, and independent of the code under test.
class SlowBoard {
public:
    SlowBoard() {
        for (int s = 0; s < kSquares; ++s) squares_[static_cast<Square>(s)] = Piece::None;
    }
    explicit SlowBoard(const Position& pos) {
        for (int s = 0; s < kSquares; ++s)
            squares_[static_cast<Square>(s)] = pos.piece_on(static_cast<Square>(s));
    }

    Piece& operator[](Square s) { return squares_[s]; }
    Piece operator[](Square s) const { return squares_[s]; }
    friend bool operator==(const SlowBoard&, const SlowBoard&) = default;

    bool is_enemy(Color c, Square s) const {
        return squares_[s] != Piece::None && color_of(squares_[s]) != c;
    }

    // Whether the two squares share a line and all squares strictly between them are empty.
    bool has_clear_line(Square a, Square b) const { return pieces_between(a, b) == 0; }

    // -1 where the squares are not on one line.
    int pieces_between(Square a, Square b) const {
        const int df = file_of(b) - file_of(a), dr = rank_of(b) - rank_of(a);
        if (a == b || (df != 0 && dr != 0 && std::abs(df) != std::abs(dr))) return -1;
        int found = 0;
        const int steps = std::max(std::abs(df), std::abs(dr));
        for (int i = 1; i < steps; ++i)
            found += squares_[make_square(file_of(a) + df / steps * i, rank_of(a) + dr / steps * i)] !=
                     Piece::None;
        return found;
    }

    // Whether the piece on `from` attacks `to`, whatever stands there.
    bool attacks(Square from, Square to) const {
        const Piece piece = squares_[from];
        if (piece == Piece::None || from == to) return false;
        const int df = std::abs(file_of(to) - file_of(from)), dr = rank_of(to) - rank_of(from);
        const bool straight = df == 0 || dr == 0, diagonal = df == std::abs(dr);
        switch (type_of(piece)) {
            case PieceType::Pawn: return df == 1 && dr == (color_of(piece) == Color::White ? 1 : -1);
            case PieceType::Knight: return df * std::abs(dr) == 2;
            case PieceType::Bishop: return diagonal && has_clear_line(from, to);
            case PieceType::Rook: return straight && has_clear_line(from, to);
            case PieceType::Queen: return (straight || diagonal) && has_clear_line(from, to);
            case PieceType::King: return std::max(df, std::abs(dr)) == 1;
            case PieceType::None: break;
        }
        return false;
    }

    bool is_attacked_by(Color c, Square to) const {
        for (int s = 0; s < kSquares; ++s) {
            const Square from = static_cast<Square>(s);
            if (is_enemy(~c, from) && attacks(from, to)) return true;
        }
        return false;
    }

    Square king_of(Color c) const {
        for (int s = 0; s < kSquares; ++s)
            if (squares_[static_cast<Square>(s)] == make_piece(c, PieceType::King))
                return static_cast<Square>(s);
        return Square::None;
    }

    // Moves the pieces of a pseudo-legal move.
    void apply(Move m) {
        const Piece piece = squares_[m.from()];
        squares_[m.from()] = Piece::None;
        if (m.type() == MoveType::Castling) {
            const Piece rook = squares_[m.to()];
            const int rank = rank_of(m.from());
            const bool king_side = file_of(m.to()) > file_of(m.from());
            squares_[m.to()] = Piece::None;
            squares_[make_square(king_side ? 6 : 2, rank)] = piece;
            squares_[make_square(king_side ? 5 : 3, rank)] = rook;
            return;
        }
        if (m.type() == MoveType::EnPassant)
            squares_[make_square(file_of(m.to()), rank_of(m.from()))] = Piece::None;
        squares_[m.to()] =
            m.type() == MoveType::Promotion ? make_piece(color_of(piece), m.promotion_piece()) : piece;
    }

    // Whether a pseudo-legal move keeps its own king safe, by moving the pieces and looking.
    bool is_safe(Color us, Move m) const {
        if (m.type() == MoveType::Castling) {
            const int to = file_of(m.to()) > file_of(m.from()) ? 6 : 2;
            const int first = std::min(file_of(m.from()), to), last = std::max(file_of(m.from()), to);
            for (int file = first; file <= last; ++file)
                if (is_attacked_by(~us, make_square(file, rank_of(m.from())))) return false;
        }
        SlowBoard after = *this;
        after.apply(m);
        return !after.is_attacked_by(~us, after.king_of(us));
    }

private:
    BySquare<Piece> squares_;
};

}  // namespace stillpoint::test
