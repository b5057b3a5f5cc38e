#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "tests/unit/support/slow_board.h"

namespace stillpoint::test {

// A game on a slow board, from the text of a FEN: reads it, finds moves and makes them without asking the
// code under test, so that its counts of move sequences are independent of it.
class SlowGame {
public:
    // Castling rights may name sides (KQkq, the outermost rook) or files (HAha).
    explicit SlowGame(std::string_view fen) {
        std::array<std::string, 4> fields;
        std::size_t field = 0;
        for (char c : fen) {
            if (c == ' ')
                ++field;
            else if (field < fields.size())
                fields[field] += c;
        }
        int rank = 7, file = 0;
        for (char c : fields[0]) {
            if (c == '/') {
                --rank;
                file = 0;
            } else if (std::isdigit(static_cast<unsigned char>(c))) {
                file += c - '0';
            } else {
                board_[make_square(file++, rank)] = piece_of(c);
            }
        }
        us_ = fields[1] == "w" ? Color::White : Color::Black;
        for (char c : fields[2])
            if (c != '-') castling_rooks_.push_back(rook_of_right(c));
        if (fields[3] != "-") en_passant_ = make_square(fields[3][0] - 'a', fields[3][1] - '1');
    }

    std::uint64_t perft(int depth) const {
        std::uint64_t nodes = 0;
        for (Move m : moves()) nodes += depth == 1 ? 1 : after(m).perft(depth - 1);
        return nodes;
    }

private:
    static Piece piece_of(char c) {
        constexpr std::string_view kLetters = "pnbrqk";
        constexpr PieceType kTypes[] = {PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                        PieceType::Rook, PieceType::Queen,  PieceType::King};
        const auto lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return make_piece(lower == c ? Color::Black : Color::White, kTypes[kLetters.find(lower)]);
    }

    Square rook_of_right(char c) const {
        const Color side = std::isupper(static_cast<unsigned char>(c)) ? Color::White : Color::Black;
        const int rank = side == Color::White ? 0 : 7;
        const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        if (lower != 'k' && lower != 'q') return make_square(lower - 'a', rank);
        const int step = lower == 'k' ? -1 : 1;
        for (int file = lower == 'k' ? 7 : 0;; file += step)
            if (board_[make_square(file, rank)] == make_piece(side, PieceType::Rook))
                return make_square(file, rank);
    }

    bool is_own(Square s) const { return board_[s] != Piece::None && color_of(board_[s]) == us_; }
    bool is_empty(Square s) const { return board_[s] == Piece::None; }

    std::vector<Move> moves() const {
        std::vector<Move> found;
        for (int f = 0; f < kSquares; ++f)
            for (int t = 0; t < kSquares; ++t)
                add_moves(static_cast<Square>(f), static_cast<Square>(t), found);
        std::erase_if(found, [&](Move m) { return !board_.is_safe(us_, m); });
        return found;
    }

    void add_moves(Square from, Square to, std::vector<Move>& found) const {
        if (!is_own(from)) return;
        if (type_of(board_[from]) == PieceType::King && may_castle(from, to))
            found.emplace_back(from, to, MoveType::Castling);
        if (is_own(to)) return;
        if (type_of(board_[from]) == PieceType::Pawn)
            add_pawn_moves(from, to, found);
        else if (board_.attacks(from, to))
            found.emplace_back(from, to);
    }

    void add_pawn_moves(Square from, Square to, std::vector<Move>& found) const {
        const int up = us_ == Color::White ? 1 : -1, first_rank = us_ == Color::White ? 1 : 6;
        const int steps = (rank_of(to) - rank_of(from)) * up;
        if (board_.attacks(from, to)) {
            if (to == en_passant_) found.emplace_back(from, to, MoveType::EnPassant);
            if (is_empty(to)) return;
        } else {
            if (file_of(from) != file_of(to) || steps < 1 || steps > 2 || !is_empty(to)) return;
            if (steps == 2 && (rank_of(from) != first_rank || !board_.has_clear_line(from, to))) return;
        }
        if (rank_of(to) != 0 && rank_of(to) != 7) {
            found.emplace_back(from, to);
            return;
        }
        for (PieceType piece : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
            found.push_back(Move::promotion(from, to, piece));
    }

    // All squares that king and rook pass or reach must be empty but for the two; whether the king's are safe
    // is looked at with all other moves.
    bool may_castle(Square king, Square rook) const {
        if (std::find(castling_rooks_.begin(), castling_rooks_.end(), rook) == castling_rooks_.end() ||
            !is_own(rook))
            return false;
        const bool king_side = file_of(rook) > file_of(king);
        const int king_to = king_side ? 6 : 2, rook_to = king_side ? 5 : 3;
        for (int file = 0; file < 8; ++file) {
            const Square s = make_square(file, rank_of(king));
            const bool passed =
                between(file, file_of(king), king_to) || between(file, file_of(rook), rook_to);
            if (passed && s != king && s != rook && !is_empty(s)) return false;
        }
        return true;
    }
    static bool between(int file, int a, int b) { return std::min(a, b) <= file && file <= std::max(a, b); }

    SlowGame after(Move m) const {
        SlowGame next = *this;
        const Piece piece = board_[m.from()];
        next.board_.apply(m);
        next.us_ = ~us_;
        next.en_passant_ = Square::None;
        if (type_of(piece) == PieceType::Pawn && std::abs(rank_of(m.to()) - rank_of(m.from())) == 2)
            next.en_passant_ = make_square(file_of(m.from()), (rank_of(m.from()) + rank_of(m.to())) / 2);
        std::erase_if(next.castling_rooks_, [&](Square rook) {
            const bool king_moved =
                type_of(piece) == PieceType::King && rank_of(rook) == (us_ == Color::White ? 0 : 7);
            return king_moved || rook == m.from() || rook == m.to();
        });
        return next;
    }

    SlowBoard board_;
    Color us_ = Color::White;
    std::vector<Square> castling_rooks_;
    Square en_passant_ = Square::None;
};

}  // namespace stillpoint::test
