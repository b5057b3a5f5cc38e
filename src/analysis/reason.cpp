#include "analysis/reason.h"

#include <algorithm>

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace stillpoint {

namespace {

// Material won later than this is not the move's doing.
constexpr std::size_t kMaterialHorizon = 10;
constexpr int kPawnExchange = 100;

int value_of(PieceType type) { return exchange_value(type); }

// Nothing is hanging: the side to move is not in check and no capture or promotion gains anything.
bool is_quiet(const Position& pos) {
    if (pos.in_check()) return false;
    MoveList moves;
    generate<GenKind::Noisy>(pos, moves);
    return std::none_of(moves.begin(), moves.end(), [&](Move m) {
        return m.type() == MoveType::Promotion || see_at_least(pos, m, kPawnExchange);
    });
}

Material difference(const Material& after, const Material& before) {
    return {after.pawns - before.pawns, after.minors - before.minors, after.rooks - before.rooks,
            after.queens - before.queens};
}

void add(Material& balance, PieceType type) {
    balance.pawns += type == PieceType::Pawn;
    balance.minors += type == PieceType::Knight || type == PieceType::Bishop;
    balance.rooks += type == PieceType::Rook;
    balance.queens += type == PieceType::Queen;
}

std::string name_of(const Material& gain) {
    const int value = gain.value();
    if (value < 1) return {};
    if (gain.queens > 0 && value >= 7) return gain.pawns < 0 ? "a queen for a pawn" : "a queen";
    if (gain.rooks > 0 && gain.minors < 0 && value >= 1 && value <= 3) return "the exchange";
    if (gain.rooks > 0 && value >= 4) return "a rook";
    if (gain.minors > 0 && value >= 2) return gain.minors > 1 ? "two pieces" : "a piece";
    if (gain.minors == 0 && gain.rooks == 0 && gain.queens == 0)
        return gain.pawns == 1 ? "a pawn" : gain.pawns == 2 ? "two pawns" : "several pawns";
    return value >= 2 ? "material" : "";
}

// The positions of a line, the first one included; stops at an illegal move.
std::vector<Position> play(const Position& pos, const std::vector<Move>& line) {
    std::vector<Position> positions = {pos};
    for (Move m : line) {
        if (!positions.back().is_legal(m)) break;
        Position next = positions.back();
        next.make(m);
        positions.push_back(std::move(next));
    }
    return positions;
}

Bitboard attacks_of(const Position& pos, Square s) {
    const Piece piece = pos.piece_on(s);
    return type_of(piece) == PieceType::Pawn ? pawn_attacks(color_of(piece), s)
                                             : attacks(type_of(piece), s, pos.pieces());
}

// Whether some later move of the line's first side takes on one of the squares with a piece from `from` (or
// with any, for Square::None).
bool takes_later(const std::vector<Position>& positions, const std::vector<Move>& line, Bitboard targets,
                 Square from, std::size_t last_ply) {
    for (std::size_t i = 2; i + 1 < positions.size() && i <= last_ply; i += 2)
        if (contains(targets, line[i].to()) && positions[i].is_capture(line[i]) &&
            (from == Square::None || line[i].from() == from))
            return true;
    return false;
}

// The moved piece attacks two things worth having, and takes one of them next.
bool is_fork(const std::vector<Position>& positions, const std::vector<Move>& line) {
    const Position& after = positions[1];
    const Square to = line[0].to();
    const Piece piece = after.piece_on(to);
    const Color us = positions[0].side_to_move();
    if (piece == Piece::None || type_of(piece) == PieceType::King || line[0].type() == MoveType::Castling)
        return false;
    Bitboard targets = 0;
    for (Bitboard enemies = attacks_of(after, to) & after.pieces(~us); enemies;) {
        const Square s = pop_first(enemies);
        const PieceType type = type_of(after.piece_on(s));
        const bool defended = after.is_attacked_by(~us, s, after.pieces());
        if (type == PieceType::King ||
            (type != PieceType::Pawn && (value_of(type) > value_of(type_of(piece)) || !defended)))
            targets |= bit(s);
    }
    return more_than_one(targets) && takes_later(positions, line, targets, to, 2);
}

// An enemy piece is newly pinned to its king by the moved piece, and is lost.
bool is_pin(const std::vector<Position>& positions, const std::vector<Move>& line) {
    const Color them = ~positions[0].side_to_move();
    const Position& after = positions[1];
    if (!contains(after.pinners(them), line[0].to())) return false;
    const Bitboard fresh =
        after.pinned(them) & ~positions[0].pinned(them) & between(after.king_square(them), line[0].to());
    return fresh != 0 && takes_later(positions, line, fresh, Square::None, 4);
}

// The attacked piece steps aside and the one behind it falls to the same attacker.
bool is_skewer(const std::vector<Position>& positions, const std::vector<Move>& line) {
    if (positions.size() < 4) return false;
    const Position& after = positions[1];
    const Square to = line[0].to();
    const PieceType type = type_of(after.piece_on(to));
    if (type != PieceType::Bishop && type != PieceType::Rook && type != PieceType::Queen) return false;
    const Square front = line[1].from(), behind = line[2].to();
    return line[2].from() == to && positions[2].is_capture(line[2]) &&
           contains(attacks_of(after, to), front) && contains(between(to, behind), front) &&
           (type_of(after.piece_on(front)) == PieceType::King ||
            value_of(type_of(after.piece_on(front))) >= value_of(type_of(after.piece_on(behind))));
}

// Another piece's line is opened, and that piece takes what stands on it.
bool is_discovery(const std::vector<Position>& positions, const std::vector<Move>& line) {
    if (positions.size() < 4 || line[0].type() == MoveType::Castling) return false;
    const Square slider = line[2].from(), target = line[2].to(), from = line[0].from();
    const PieceType type = type_of(positions[1].piece_on(slider));
    if (type != PieceType::Bishop && type != PieceType::Rook && type != PieceType::Queen) return false;
    return slider != line[0].to() && positions[2].is_capture(line[2]) &&
           contains(between(slider, target), from) && positions[0].piece_on(target) != Piece::None &&
           color_of(positions[0].piece_on(target)) != positions[0].side_to_move();
}

std::string find_tactic(const std::vector<Position>& positions, const std::vector<Move>& line) {
    const Position& after = positions[1];
    if (after.in_check() && !contains(after.checkers(), line[0].to()) && line[0].type() != MoveType::Castling)
        return "a discovered check";
    if (more_than_one(after.checkers())) return "a double check";
    if (is_fork(positions, line)) return "a fork";
    if (is_skewer(positions, line)) return "a skewer";
    if (is_pin(positions, line)) return "a pin";
    if (is_discovery(positions, line)) return "a discovered attack";
    return {};
}

}  // namespace

Material material_balance(const Position& pos, Color side) {
    const auto more = [&](PieceType t) { return count(pos.pieces(side, t)) - count(pos.pieces(~side, t)); };
    return {more(PieceType::Pawn), more(PieceType::Knight) + more(PieceType::Bishop), more(PieceType::Rook),
            more(PieceType::Queen)};
}

Reason find_reason(const Position& pos, const std::vector<Move>& line, const Material& before) {
    Reason reason;
    const std::vector<Position> positions = play(pos, line);
    if (positions.size() < 2) return reason;
    const Color us = pos.side_to_move();
    const Position& end = positions.back();
    if (!end.has_legal_move() && end.in_check() && end.side_to_move() != us) {
        reason.mate_in = static_cast<int>(positions.size() / 2);
        reason.plies = positions.size() - 1;
        return reason;
    }
    for (std::size_t i = std::min(positions.size() - 1, kMaterialHorizon); i >= 1; --i) {
        if (!is_quiet(positions[i])) continue;
        reason.winning = name_of(difference(material_balance(positions[i], us), before));
        if (!reason.winning.empty()) {
            reason.plies = i;
            reason.tactic = find_tactic(positions, line);
        }
        return reason;
    }
    return reason;
}

Reason find_reason(const Position& pos, const std::vector<Move>& line) {
    if (line.empty() || !pos.is_legal(line[0])) return {};
    const Color us = pos.side_to_move();
    Material before = material_balance(pos, us);
    // What was just lost must be won back before anything is won.
    if (pos.last_captured() != Piece::None) add(before, type_of(pos.last_captured()));
    return find_reason(pos, line, before);
}

std::string Reason::missed() const {
    if (mate_in > 0) return "Misses mate in " + std::to_string(mate_in) + '.';
    if (winning.empty()) return {};
    return tactic.empty() ? "Misses the win of " + winning + '.'
                          : "Misses " + tactic + " that wins " + winning + '.';
}

std::string Reason::allowed() const {
    if (mate_in > 0) return "Allows mate in " + std::to_string(mate_in) + '.';
    if (winning.empty()) return {};
    return tactic.empty() ? "Loses " + winning + '.' : "Allows " + tactic + " that wins " + winning + '.';
}

std::string Reason::remark() const {
    if (mate_in > 0) return "mate in " + std::to_string(mate_in);
    return winning.empty() ? std::string() : "wins " + winning;
}

}  // namespace stillpoint
