#pragma once

#include <span>
#include <string>
#include <vector>

#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/castling.h"
#include "chess/move.h"
#include "chess/types.h"
#include "util/check.h"

namespace stillpoint {

// Keys of parts of the position, kept up to date by every move.
struct PartialKeys {
    Key pawns = 0;
    Key minors = 0;            // knights and bishops of both sides
    ByColor<Key> non_pawns{};  // everything but pawns, king included
    Key material = 0;          // how many of each kind
    friend bool operator==(const PartialKeys&, const PartialKeys&) = default;
};

// What a move destroys and undo must bring back, and what is derived once per position.
struct State {
    PartialKeys keys;
    CastlingRights castling_rights = 0;
    Square en_passant = Square::None;  // set only where a capture there is legal
    std::int16_t halfmove_clock = 0;
    // How far back positions are known and can recur: since the setup, a null move or an irreversible move.
    std::int16_t reversible_plies = 0;
    Move move;  // that led here
    Piece captured = Piece::None;

    Bitboard checkers = 0;
    // Pieces of either colour that alone stand between a king and an enemy slider.
    ByColor<Bitboard> blockers{};
    // The sliders behind those blockers.
    ByColor<Bitboard> pinners{};
    // Squares from which a piece of each type would check the side not to move.
    ByPieceType<Bitboard> check_squares{};
    friend bool operator==(const State&, const State&) = default;
};

// A board with everything needed to play on it: make and undo on a stack of states. Positions are only ever
// built by the FEN reader (fen.h), which guarantees they are playable.
class Position {
public:
    Color side_to_move() const { return side_to_move_; }
    Piece piece_on(Square s) const { return board_[s]; }
    bool is_empty(Square s) const { return board_[s] == Piece::None; }
    Bitboard pieces() const { return by_color_[Color::White] | by_color_[Color::Black]; }
    Bitboard pieces(Color c) const { return by_color_[c]; }
    Bitboard pieces(PieceType t) const { return by_type_[t]; }
    Bitboard pieces(PieceType a, PieceType b) const { return by_type_[a] | by_type_[b]; }
    Bitboard pieces(Color c, PieceType t) const { return by_color_[c] & by_type_[t]; }
    Bitboard pieces(Color c, PieceType a, PieceType b) const {
        return by_color_[c] & (by_type_[a] | by_type_[b]);
    }
    Square king_square(Color c) const { return first_square(pieces(c, PieceType::King)); }
    // Anything but king and pawns: without it a side can be in zugzwang.
    bool has_pieces(Color c) const { return (pieces(c) & ~pieces(PieceType::King, PieceType::Pawn)) != 0; }
    int piece_count() const { return count(pieces()); }
    Piece moved_piece(Move m) const { return board_[m.from()]; }
    // The piece a legal move takes; None for quiet moves, castling included.
    Piece captured_piece(Move m) const {
        if (m.type() == MoveType::EnPassant) return make_piece(~side_to_move_, PieceType::Pawn);
        return m.type() == MoveType::Castling ? Piece::None : board_[m.to()];
    }

    Key key() const { return key_stack_.back(); }
    const PartialKeys& partial_keys() const { return state().keys; }
    CastlingRights castling_rights() const { return state().castling_rights; }
    bool can_castle(Color c, CastlingSide side) const {
        return (state().castling_rights & castling_right(c, side)) != 0;
    }
    const CastlingSetup& castling_setup() const { return castling_; }
    Square en_passant() const { return state().en_passant; }
    int halfmove_clock() const { return state().halfmove_clock; }
    // Half-moves since the game's first move, by the FEN's counters; even when White is to move.
    int game_ply() const { return game_ply_; }
    int fullmove_number() const { return game_ply_ / 2 + 1; }
    Move last_move() const { return state().move; }
    Piece last_captured() const { return state().captured; }

    bool in_check() const { return state().checkers != 0; }
    Bitboard checkers() const { return state().checkers; }
    Bitboard blockers(Color king) const { return state().blockers[king]; }
    Bitboard pinners(Color king) const { return state().pinners[king]; }
    Bitboard pinned(Color c) const { return state().blockers[c] & pieces(c); }
    Bitboard check_squares(PieceType t) const { return state().check_squares[t]; }
    // All pieces of both sides that attack a square, given what is occupied.
    Bitboard attackers_to(Square s, Bitboard occupied) const;
    bool is_attacked_by(Color c, Square s, Bitboard occupied) const;

    // Both accept every 16-bit code. Legal means: the generator produces it.
    bool is_pseudo_legal(Move m) const;
    bool is_legal(Move m) const;
    // These assume a legal move.
    bool gives_check(Move m) const {
        if (m.type() != MoveType::Normal) return special_move_gives_check(m);
        const Color them = ~side_to_move_;
        const Square from = m.from(), to = m.to();
        if (contains(check_squares(type_of(board_[from])), to)) return true;
        return contains(blockers(them), from) && !contains(line_through(from, to), king_square(them));
    }
    bool is_capture(Move m) const {
        return m.type() == MoveType::EnPassant || (m.type() != MoveType::Castling && !is_empty(m.to()));
    }
    // Captures and queen promotions: the moves that change material at once.
    bool is_noisy(Move m) const {
        return is_capture(m) || (m.type() == MoveType::Promotion && m.promotion_piece() == PieceType::Queen);
    }
    // The key after the move, good enough for prefetching: it leaves out rare changes of rights.
    Key key_after(Move m) const;

    PieceChanges make(Move m);
    void undo();
    void make_null();
    void undo_null();

    // Draws by rule. `ply` is the distance from the search's root: a position repeated once inside the search
    // counts as a draw, one from the game's past only when it was repeated before.
    bool is_draw(int ply) const {
        return is_draw_by_fifty_moves() || is_draw_by_repetition(ply) || has_insufficient_material();
    }
    bool is_draw_by_fifty_moves() const;
    bool is_draw_by_repetition(int ply) const;
    bool has_insufficient_material() const;
    // Whether some legal move leads to a position that is_draw_by_repetition would call drawn.
    bool has_upcoming_repetition(int ply) const;
    // How often this position has stood on the board before in this game.
    int times_seen_before() const;
    // Whether any position since the last irreversible move has occurred twice.
    bool has_repeated() const;

    bool has_legal_move() const;

    // Keys and derived data computed from the board alone, to check the incremental ones against.
    Key key_from_scratch() const;
    PartialKeys partial_keys_from_scratch() const;

    // Forgets the game before this position, for example to free memory or after a setup.
    void forget_history();

    friend class PositionBuilder;
    friend bool operator==(const Position&, const Position&) = default;

private:
    Position() = default;

    const State& state() const { return states_.back(); }
    void put(Piece p, Square s);
    void remove(Piece p, Square s);
    void shift_piece(Piece p, Square from, Square to);
    void update_checks();
    void find_blockers(Color king_color);
    bool en_passant_is_legal(Square target) const;
    bool castling_is_legal(Move m) const;
    // Promotions, castling and en passant.
    bool special_move_gives_check(Move m) const;
    // Whether the key `distance` plies ago occurs again further back.
    bool was_repetition(int distance) const;
    Key key_ago(int plies) const {
        return key_stack_[key_stack_.size() - 1 - static_cast<std::size_t>(plies)];
    }

    BySquare<Piece> board_;
    ByPieceType<Bitboard> by_type_;
    ByColor<Bitboard> by_color_;
    Color side_to_move_ = Color::White;
    int game_ply_ = 0;
    CastlingSetup castling_;
    std::vector<State> states_;
    std::vector<Key> key_stack_;  // beside the states, so that repetitions are found in few cache lines
};

}  // namespace stillpoint
