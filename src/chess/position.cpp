#include "chess/position.h"

#include <algorithm>

#include "chess/cuckoo.h"
#include "chess/movegen.h"
#include "chess/zobrist.h"

namespace stillpoint {

namespace {

constexpr std::int16_t kMaxClock = 30000;

// `key` is that of one or more squares of the piece. Without branches: which piece moves can't be foreseen.
void toggle(PartialKeys& keys, Piece p, Key key) {
    const PieceType type = type_of(p);
    const Key of_pawn = type == PieceType::Pawn ? key : 0;
    keys.pawns ^= of_pawn;
    keys.non_pawns[color_of(p)] ^= key ^ of_pawn;
    keys.minors ^= type == PieceType::Knight || type == PieceType::Bishop ? key : 0;
}

}  // namespace

void Position::put(Piece p, Square s) {
    board_[s] = p;
    by_type_[type_of(p)] |= bit(s);
    by_color_[color_of(p)] |= bit(s);
}

void Position::remove(Piece p, Square s) {
    board_[s] = Piece::None;
    by_type_[type_of(p)] ^= bit(s);
    by_color_[color_of(p)] ^= bit(s);
}

void Position::shift_piece(Piece p, Square from, Square to) {
    const Bitboard both = bit(from) | bit(to);
    board_[from] = Piece::None;
    board_[to] = p;
    by_type_[type_of(p)] ^= both;
    by_color_[color_of(p)] ^= both;
}

Bitboard Position::attackers_to(Square s, Bitboard occupied) const {
    return (pawn_attacks(Color::Black, s) & pieces(Color::White, PieceType::Pawn)) |
           (pawn_attacks(Color::White, s) & pieces(Color::Black, PieceType::Pawn)) |
           (knight_attacks(s) & pieces(PieceType::Knight)) | (king_attacks(s) & pieces(PieceType::King)) |
           (bishop_attacks(s, occupied) & pieces(PieceType::Bishop, PieceType::Queen)) |
           (rook_attacks(s, occupied) & pieces(PieceType::Rook, PieceType::Queen));
}

bool Position::is_attacked_by(Color c, Square s, Bitboard occupied) const {
    return (pawn_attacks(~c, s) & pieces(c, PieceType::Pawn)) ||
           (knight_attacks(s) & pieces(c, PieceType::Knight)) ||
           (king_attacks(s) & pieces(c, PieceType::King)) ||
           (rook_attacks(s, occupied) & pieces(c, PieceType::Rook, PieceType::Queen)) ||
           (bishop_attacks(s, occupied) & pieces(c, PieceType::Bishop, PieceType::Queen));
}

void Position::find_blockers(Color king_color) {
    State& st = states_.back();
    const Square king = king_square(king_color);
    const Bitboard occupied = pieces();
    Bitboard blockers = 0, pinners = 0;
    Bitboard snipers = ((empty_board_rook_attacks(king) & pieces(PieceType::Rook, PieceType::Queen)) |
                        (empty_board_bishop_attacks(king) & pieces(PieceType::Bishop, PieceType::Queen))) &
                       pieces(~king_color);
    while (snipers) {
        const Square sniper = pop_first(snipers);
        const Bitboard in_between = between(king, sniper) & occupied;
        if (in_between == 0) {
            // Only the side to move can be in check, so this is a checker of its king.
            st.checkers |= bit(sniper);
        } else if (!more_than_one(in_between)) {
            blockers |= in_between;
            if (in_between & pieces(king_color)) pinners |= bit(sniper);
        }
    }
    st.blockers[king_color] = blockers;
    st.pinners[king_color] = pinners;
}

void Position::update_checks() {
    State& st = states_.back();
    const Color us = side_to_move_, them = ~us;
    const Square our_king = king_square(us), their_king = king_square(them);

    st.checkers = (knight_attacks(our_king) & pieces(them, PieceType::Knight)) |
                  (pawn_attacks(us, our_king) & pieces(them, PieceType::Pawn));
    find_blockers(us);
    find_blockers(them);

    const Bitboard bishop = bishop_attacks(their_king, pieces()), rook = rook_attacks(their_king, pieces());
    st.check_squares[PieceType::Pawn] = pawn_attacks(them, their_king);
    st.check_squares[PieceType::Knight] = knight_attacks(their_king);
    st.check_squares[PieceType::Bishop] = bishop;
    st.check_squares[PieceType::Rook] = rook;
    st.check_squares[PieceType::Queen] = bishop | rook;
    st.check_squares[PieceType::King] = 0;
}

bool Position::en_passant_is_legal(Square target) const {
    const Color us = side_to_move_, them = ~us;
    const Square king = king_square(us);
    const Bitboard captured = bit(target - pawn_push(us));
    Bitboard candidates = pawn_attacks(them, target) & pieces(us, PieceType::Pawn);
    while (candidates) {
        // Two pawns leave the rank at once, which pins can't express: look at the king after the capture.
        const Bitboard occupied = (pieces() ^ bit(pop_first(candidates)) ^ captured) | bit(target);
        if ((attackers_to(king, occupied) & pieces(them) & ~captured) == 0) return true;
    }
    return false;
}

PieceChanges Position::make(Move m) {
    STILLPOINT_ASSERT(is_legal(m));
    const Color us = side_to_move_, them = ~us;
    const Square from = m.from(), to = m.to();
    const Piece piece = board_[from];
    const Piece captured = captured_piece(m);
    PieceChanges changes;

    Key key = key_stack_.back() ^ zobrist::black_to_move();
    states_.push_back(states_.back());
    State& st = states_.back();
    st.move = m;
    st.captured = captured;
    // The counter stops where no rule looks any more.
    st.halfmove_clock += st.halfmove_clock < kMaxClock;
    st.reversible_plies += st.reversible_plies < kMaxClock;
    ++game_ply_;
    if (st.en_passant != Square::None) {
        key ^= zobrist::en_passant(st.en_passant);
        st.en_passant = Square::None;
    }

    if (m.type() == MoveType::Castling) {
        const CastlingSide side = castling_side(from, to);
        const Square king_to = castled_king(us, side), rook_to = castled_rook(us, side);
        const Piece rook = make_piece(us, PieceType::Rook);
        // King and rook may swap or share squares: take both off before putting them back.
        remove(piece, from);
        remove(rook, to);
        put(piece, king_to);
        put(rook, rook_to);
        const Key delta = zobrist::piece(piece, from) ^ zobrist::piece(piece, king_to) ^
                          zobrist::piece(rook, to) ^ zobrist::piece(rook, rook_to);
        key ^= delta;
        st.keys.non_pawns[us] ^= delta;
        changes.add(piece, from, king_to);
        changes.add(rook, to, rook_to);
        st.reversible_plies = 0;
    } else {
        if (captured != Piece::None) {
            const Square victim = m.type() == MoveType::EnPassant ? to - pawn_push(us) : to;
            remove(captured, victim);
            const Key taken = zobrist::piece(captured, victim);
            key ^= taken;
            toggle(st.keys, captured, taken);
            st.keys.material ^= zobrist::count(captured, count(pieces(them, type_of(captured))));
            st.halfmove_clock = st.reversible_plies = 0;
        }
        if (m.type() == MoveType::Promotion) {
            const Piece promoted = make_piece(us, m.promotion_piece());
            st.keys.material ^= zobrist::count(promoted, count(pieces(us, m.promotion_piece())));
            remove(piece, from);
            put(promoted, to);
            st.keys.material ^= zobrist::count(piece, count(pieces(us, PieceType::Pawn)));
            const Key gone = zobrist::piece(piece, from), added = zobrist::piece(promoted, to);
            key ^= gone ^ added;
            toggle(st.keys, piece, gone);
            toggle(st.keys, promoted, added);
            changes.add(piece, from, Square::None);
            changes.add(promoted, Square::None, to);
            st.halfmove_clock = st.reversible_plies = 0;
        } else {
            shift_piece(piece, from, to);
            const Key delta = zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
            key ^= delta;
            toggle(st.keys, piece, delta);
            changes.add(piece, from, to);
            if (type_of(piece) == PieceType::Pawn) st.halfmove_clock = st.reversible_plies = 0;
        }
        if (captured != Piece::None) {
            const Square victim = m.type() == MoveType::EnPassant ? to - pawn_push(us) : to;
            changes.add(captured, victim, Square::None);
        }
    }

    const CastlingRights lost = st.castling_rights & (castling_.lost[from] | castling_.lost[to]);
    if (lost) {
        key ^= zobrist::castling(lost);
        st.castling_rights ^= lost;
        st.reversible_plies = 0;
    }

    side_to_move_ = them;
    if (type_of(piece) == PieceType::Pawn && (index(from) ^ index(to)) == 16) {
        const Square target = from + pawn_push(us);
        if ((pawn_attacks(us, target) & pieces(them, PieceType::Pawn)) && en_passant_is_legal(target)) {
            st.en_passant = target;
            key ^= zobrist::en_passant(target);
        }
    }
    key_stack_.push_back(key);
    update_checks();
    return changes;
}

void Position::undo() {
    const Move m = state().move;
    const Piece captured = state().captured;
    states_.pop_back();
    key_stack_.pop_back();
    --game_ply_;
    side_to_move_ = ~side_to_move_;
    const Color us = side_to_move_;
    const Square from = m.from(), to = m.to();

    if (m.type() == MoveType::Castling) {
        const CastlingSide side = castling_side(from, to);
        const Piece king = make_piece(us, PieceType::King), rook = make_piece(us, PieceType::Rook);
        remove(king, castled_king(us, side));
        remove(rook, castled_rook(us, side));
        put(king, from);
        put(rook, to);
        return;
    }
    if (m.type() == MoveType::Promotion) {
        remove(board_[to], to);
        put(make_piece(us, PieceType::Pawn), from);
    } else {
        shift_piece(board_[to], to, from);
    }
    if (captured != Piece::None) put(captured, m.type() == MoveType::EnPassant ? to - pawn_push(us) : to);
}

void Position::make_null() {
    STILLPOINT_ASSERT(!in_check());
    Key key = key_stack_.back() ^ zobrist::black_to_move();
    states_.push_back(states_.back());
    State& st = states_.back();
    if (st.en_passant != Square::None) {
        key ^= zobrist::en_passant(st.en_passant);
        st.en_passant = Square::None;
    }
    st.move = Move::null();
    st.captured = Piece::None;
    st.halfmove_clock += st.halfmove_clock < kMaxClock;
    st.reversible_plies = 0;
    ++game_ply_;
    side_to_move_ = ~side_to_move_;
    key_stack_.push_back(key);
    update_checks();
}

void Position::undo_null() {
    states_.pop_back();
    key_stack_.pop_back();
    --game_ply_;
    side_to_move_ = ~side_to_move_;
}

Key Position::key_after(Move m) const {
    const Piece piece = board_[m.from()], victim = board_[m.to()];
    Key key = key_stack_.back() ^ zobrist::black_to_move() ^ zobrist::piece(piece, m.from()) ^
              zobrist::piece(piece, m.to());
    if (victim != Piece::None) key ^= zobrist::piece(victim, m.to());
    if (en_passant() != Square::None) key ^= zobrist::en_passant(en_passant());
    return key;
}

bool Position::castling_is_legal(Move m) const {
    if (in_check()) return false;
    const Color us = side_to_move_;
    const Square king = m.from();
    const CastlingSide side = castling_side(king, m.to());
    const Square king_to = castled_king(us, side), rook_to = castled_rook(us, side);
    Bitboard path = between(king, king_to) | bit(king_to);
    while (path)
        if (is_attacked_by(~us, pop_first(path), pieces())) return false;
    // The rook may have been the king's shield on the back rank.
    const Bitboard occupied = (pieces() ^ bit(king) ^ bit(m.to())) | bit(king_to) | bit(rook_to);
    return (rook_attacks(king_to, occupied) & pieces(~us, PieceType::Rook, PieceType::Queen)) == 0;
}

bool Position::is_pseudo_legal(Move m) const {
    if (!m.is_real()) return false;
    const Color us = side_to_move_;
    const Square from = m.from(), to = m.to();
    const Piece piece = board_[from];
    if (piece == Piece::None || color_of(piece) != us) return false;
    const PieceType type = type_of(piece);
    if (m.type() != MoveType::Promotion && m.promotion_piece() != PieceType::Knight) return false;

    if (m.type() == MoveType::Castling) {
        if (type != PieceType::King) return false;
        const CastlingSide side = castling_side(from, to);
        return can_castle(us, side) && castling_.rook[us][side] == to &&
               (castling_.must_be_empty[us][side] & pieces()) == 0;
    }
    if (contains(pieces(us), to)) return false;
    if (type != PieceType::Pawn)
        return m.type() == MoveType::Normal && contains(attacks(type, from, pieces()), to);

    if (m.type() == MoveType::EnPassant) return to == en_passant() && contains(pawn_attacks(us, from), to);
    const bool last_rank = relative_rank(us, to) == 7;
    if (last_rank != (m.type() == MoveType::Promotion)) return false;
    if (contains(pawn_attacks(us, from) & pieces(~us), to)) return true;
    const Square one = from + pawn_push(us);
    if (!is_empty(one)) return false;
    return to == one || (relative_rank(us, from) == 1 && to == one + pawn_push(us) && is_empty(to));
}

bool Position::is_legal(Move m) const {
    if (!is_pseudo_legal(m)) return false;
    const Color us = side_to_move_;
    const Square from = m.from(), to = m.to(), king = king_square(us);
    if (m.type() == MoveType::Castling) return castling_is_legal(m);
    if (m.type() == MoveType::EnPassant) {
        const Bitboard captured = bit(to - pawn_push(us));
        const Bitboard occupied = (pieces() ^ bit(from) ^ captured) | bit(to);
        return (attackers_to(king, occupied) & pieces(~us) & ~captured) == 0;
    }
    if (from == king) return !is_attacked_by(~us, to, pieces() ^ bit(from));
    if (in_check()) {
        if (more_than_one(checkers())) return false;
        if (!contains(checkers() | between(king, first_square(checkers())), to)) return false;
    }
    return !contains(blockers(us), from) || contains(line_through(king, from), to);
}

bool Position::special_move_gives_check(Move m) const {
    const Color us = side_to_move_, them = ~us;
    const Square from = m.from(), to = m.to(), king = king_square(them);

    if (m.type() == MoveType::Promotion) {
        if (contains(blockers(them), from) && !contains(line_through(from, to), king)) return true;
        return contains(attacks(m.promotion_piece(), to, pieces() ^ bit(from)), king);
    }
    // Castling and en passant move two pieces: look at the board they leave.
    Bitboard occupied = pieces(), rooks = pieces(us, PieceType::Rook, PieceType::Queen);
    if (m.type() == MoveType::Castling) {
        const CastlingSide side = castling_side(from, to);
        const Bitboard rook_to = bit(castled_rook(us, side));
        occupied = (occupied ^ bit(from) ^ bit(to)) | bit(castled_king(us, side)) | rook_to;
        rooks = (rooks ^ bit(to)) | rook_to;
    } else {
        if (contains(check_squares(PieceType::Pawn), to)) return true;
        occupied = (occupied ^ bit(from) ^ bit(to - pawn_push(us))) | bit(to);
    }
    return (rook_attacks(king, occupied) & rooks) ||
           (bishop_attacks(king, occupied) & pieces(us, PieceType::Bishop, PieceType::Queen));
}

bool Position::has_legal_move() const { return count_legal_moves(*this) > 0; }

bool Position::is_draw_by_fifty_moves() const {
    // Mate on the board takes precedence over the hundredth half-move.
    return halfmove_clock() >= 100 && (!in_check() || has_legal_move());
}

bool Position::is_draw_by_repetition(int ply) const {
    int earlier = 0;
    for (int distance = 4; distance <= state().reversible_plies; distance += 2)
        if (key_ago(distance) == key()) {
            if (distance < ply || ++earlier == 2) return true;
        }
    return false;
}

int Position::times_seen_before() const {
    int times = 0;
    for (int distance = 4; distance <= state().reversible_plies; distance += 2)
        times += key_ago(distance) == key();
    return times;
}

bool Position::was_repetition(int distance) const {
    for (int further = distance + 4; further <= state().reversible_plies; further += 2)
        if (key_ago(further) == key_ago(distance)) return true;
    return false;
}

bool Position::has_repeated() const {
    for (int distance = 0; distance <= state().reversible_plies; ++distance)
        if (was_repetition(distance)) return true;
    return false;
}

bool Position::has_upcoming_repetition(int ply) const {
    if (state().reversible_plies < 3) return false;
    const auto change = [this](int before) {
        return key_ago(before) ^ key_ago(before - 1) ^ zobrist::black_to_move();
    };
    // One move of ours can restore the position only if the opponent's moves cancel out.
    Key theirs = change(1);
    for (int distance = 3; distance <= state().reversible_plies; distance += 2) {
        theirs ^= change(distance);
        if (theirs != 0) continue;
        // One piece of ours stepped away. If nothing stands between, stepping back is legal, since that
        // position stood on the board before.
        const auto move = cuckoo::find(key() ^ key_ago(distance));
        if (!move || (between(move->a, move->b) & pieces())) continue;
        if (distance < ply || was_repetition(distance)) return true;
    }
    return false;
}

bool Position::has_insufficient_material() const {
    if (pieces(PieceType::Pawn) | pieces(PieceType::Rook, PieceType::Queen)) return false;
    const Bitboard bishops = pieces(PieceType::Bishop);
    if (count(bishops | pieces(PieceType::Knight)) <= 1) return true;
    return pieces(PieceType::Knight) == 0 &&
           ((bishops & kLightSquares) == 0 || (bishops & ~kLightSquares) == 0);
}

Key Position::key_from_scratch() const {
    Key key = zobrist::castling(castling_rights());
    for (Bitboard b = pieces(); b;) {
        const Square s = pop_first(b);
        key ^= zobrist::piece(board_[s], s);
    }
    if (en_passant() != Square::None) key ^= zobrist::en_passant(en_passant());
    if (side_to_move_ == Color::Black) key ^= zobrist::black_to_move();
    return key;
}

PartialKeys Position::partial_keys_from_scratch() const {
    PartialKeys keys;
    for (Bitboard b = pieces(); b;) {
        const Square s = pop_first(b);
        toggle(keys, board_[s], zobrist::piece(board_[s], s));
    }
    for (int p = 0; p < kPieces; ++p) {
        const Piece piece = static_cast<Piece>(p);
        for (int n = 0; n < count(pieces(color_of(piece), type_of(piece))); ++n)
            keys.material ^= zobrist::count(piece, n);
    }
    return keys;
}

void Position::forget_history() {
    State last = states_.back();
    last.reversible_plies = 0;
    last.move = Move::none();  // nothing to take back
    states_.assign(1, last);
    key_stack_.assign(1, Key(key_stack_.back()));
}

}  // namespace stillpoint
