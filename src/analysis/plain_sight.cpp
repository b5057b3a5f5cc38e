#include "analysis/plain_sight.h"

#include <algorithm>
#include <array>
#include <optional>

#include "chess/attacks.h"
#include "chess/notation.h"
#include "chess/see.h"

namespace stillpoint {

namespace {

// A quiet move, and the boards before and after it.
struct Seen {
    const Position& pos;
    const Position& after;
    Square from, to;
    Color us;
    PieceType type;
};

bool is_central(Square s) {
    return (file_of(s) == 3 || file_of(s) == 4) && (rank_of(s) == 3 || rank_of(s) == 4);
}

std::string named(const Position& pos, Square s) {
    return name_of(type_of(pos.piece_on(s))) + " on " + to_string(s);
}

bool is_defended(const Position& pos, Square s) {
    return pos.is_attacked_by(color_of(pos.piece_on(s)), s, pos.pieces());
}

bool is_passed(const Position& pos, Square s, Color us) {
    const Bitboard enemies = pos.pieces(~us, PieceType::Pawn);
    for (Bitboard left = enemies; left;) {
        const Square enemy = pop_first(left);
        const bool ahead = us == Color::White ? rank_of(enemy) > rank_of(s) : rank_of(enemy) < rank_of(s);
        if (ahead && std::abs(file_of(enemy) - file_of(s)) <= 1) return false;
    }
    return true;
}

// The enemy's man that the moved slider keeps before its king, and that was free before.
std::optional<Square> pinned_man(const Seen& m) {
    if (!(m.after.pinners(~m.us) & bit(m.to))) return std::nullopt;
    const Bitboard held =
        between(m.to, m.after.king_square(~m.us)) & m.after.pinned(~m.us) & ~m.pos.pinned(~m.us);
    if (!held) return std::nullopt;
    return first_square(held);
}

// The dearest man that the moved one attacks and that must mind it; a pawn only if nobody defends it.
std::optional<Square> attacked_man(const Seen& m) {
    const Bitboard reach =
        m.type == PieceType::Pawn ? pawn_attacks(m.us, m.to) : attacks(m.type, m.to, m.after.pieces());
    std::optional<Square> best;
    int most = 0;
    for (Bitboard targets = reach & m.after.pieces(~m.us) & ~bit(m.after.king_square(~m.us)); targets;) {
        const Square s = pop_first(targets);
        const int value = exchange_value(type_of(m.after.piece_on(s)));
        if (value <= most || (value <= exchange_value(m.type) && is_defended(m.after, s))) continue;
        best = s;
        most = value;
    }
    return best;
}

// Whether the moved piece could be won where it stood, by somebody cheaper or because nobody defended it.
bool was_in_danger(const Seen& m) {
    if (m.type == PieceType::Pawn || m.type == PieceType::King) return false;
    const Bitboard attackers = m.pos.attackers_to(m.from, m.pos.pieces()) & m.pos.pieces(~m.us);
    if (attackers && !is_defended(m.pos, m.from)) return true;
    for (Bitboard left = attackers; left;)
        if (exchange_value(type_of(m.pos.piece_on(pop_first(left)))) < exchange_value(m.type)) return true;
    return false;
}

// The dearest man of one's own that was attacked and undefended, and is defended now.
std::optional<Square> protected_man(const Seen& m) {
    std::optional<Square> best;
    int most = 0;
    for (Bitboard own = m.pos.pieces(m.us) & ~bit(m.from) & ~bit(m.pos.king_square(m.us)); own;) {
        const Square s = pop_first(own);
        const int value = exchange_value(type_of(m.pos.piece_on(s)));
        if (value <= most || is_defended(m.pos, s) || !is_defended(m.after, s)) continue;
        if (!m.pos.is_attacked_by(~m.us, s, m.pos.pieces())) continue;
        best = s;
        most = value;
    }
    return best;
}

std::optional<Square> freed_bishop(const Seen& m) {
    for (Bitboard bishops = m.pos.pieces(m.us, PieceType::Bishop); bishops;) {
        const Square s = pop_first(bishops);
        const auto ways = [&](const Position& pos) {
            return attacks(PieceType::Bishop, s, pos.pieces()) & ~pos.pieces(m.us);
        };
        if (!ways(m.pos) && ways(m.after)) return s;
    }
    return std::nullopt;
}

std::string seen_of_pawn(const Seen& m) {
    const Bitboard reach = pawn_attacks(m.us, m.to);
    if (const Bitboard rivals = reach & m.after.pieces(~m.us, PieceType::Pawn))
        return "challenges the " + named(m.after, first_square(rivals));
    if (is_passed(m.after, m.to, m.us)) return "advances a passed pawn";
    if (is_central(m.to)) return "takes a place in the centre";
    for (Bitboard left = reach; left;) {
        const Square s = pop_first(left);
        if (!is_central(s)) continue;
        const bool is_own = m.after.pieces(m.us, PieceType::Pawn) & bit(s);
        return is_own ? "supports the " + named(m.after, s) : "fights for " + to_string(s);
    }
    if (const auto bishop = freed_bishop(m)) return "opens the way for the " + named(m.after, *bishop);
    return {};
}

std::string seen_of_piece(const Seen& m) {
    const int home = m.us == Color::White ? 0 : 7;
    if (m.type == PieceType::Knight && is_central(m.to)) return "takes a place in the centre";
    const bool is_minor = m.type == PieceType::Knight || m.type == PieceType::Bishop;
    if (is_minor && rank_of(m.from) == home && rank_of(m.to) != home)
        return "develops the " + name_of(m.type);
    if (m.type == PieceType::Rook && file_of(m.from) != file_of(m.to) &&
        !(m.after.pieces(m.us, PieceType::Pawn) & file_bits(file_of(m.to))))
        return "takes a file without pawns of its own";
    return {};
}

}  // namespace

std::string name_of(PieceType type) {
    constexpr std::array<const char*, 6> kNames = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    return kNames[index(type)];
}

std::string seen_plainly(const Position& pos, const Position& after, Move move) {
    if (move.type() == MoveType::Castling) return "castles";
    if (move.type() == MoveType::EnPassant) return "takes the pawn";
    if (pos.is_capture(move)) return "takes the " + name_of(type_of(pos.piece_on(move.to())));
    const Seen m{.pos = pos,
                 .after = after,
                 .from = move.from(),
                 .to = move.to(),
                 .us = pos.side_to_move(),
                 .type = type_of(pos.piece_on(move.from()))};
    if (const auto s = pinned_man(m)) return "pins the " + named(after, *s);
    if (const auto s = attacked_man(m)) return "attacks the " + named(after, *s);
    if (const auto s = protected_man(m)) return "protects the " + named(after, *s);
    if (was_in_danger(m)) return "takes the " + name_of(m.type) + " out of danger";
    return m.type == PieceType::Pawn ? seen_of_pawn(m) : seen_of_piece(m);
}

}  // namespace stillpoint
