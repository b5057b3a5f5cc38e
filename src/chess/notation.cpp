#include "chess/notation.h"

#include "chess/movegen.h"
#include "util/text.h"

namespace stillpoint {

namespace {

constexpr std::string_view kTypeLetters = "PNBRQK";

Move find_castling(const Position& pos, CastlingSide side) {
    const Color us = pos.side_to_move();
    if (!pos.can_castle(us, side)) return Move::none();
    const Move m(pos.king_square(us), pos.castling_setup().rook[us][side], MoveType::Castling);
    return pos.is_legal(m) ? m : Move::none();
}

MoveList legal_moves(const Position& pos) {
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    return moves;
}

// File, rank or both of the origin, as far as needed to tell the move from others of the same kind of piece.
std::string disambiguation(const Position& pos, Move m) {
    const Piece piece = pos.moved_piece(m);
    bool ambiguous = false, same_file = false, same_rank = false;
    for (Move other : legal_moves(pos)) {
        if (other.from() == m.from() || other.to() != m.to() || pos.moved_piece(other) != piece ||
            other.type() == MoveType::Castling)
            continue;
        ambiguous = true;
        same_file |= file_of(other.from()) == file_of(m.from());
        same_rank |= rank_of(other.from()) == rank_of(m.from());
    }
    const std::string from = to_string(m.from());
    if (!ambiguous) return "";
    if (!same_file) return from.substr(0, 1);
    return same_rank ? from : from.substr(1, 1);
}

struct SanPattern {
    PieceType type = PieceType::Pawn;
    int from_file = -1;
    int from_rank = -1;
    Square to = Square::None;
    PieceType promotion = PieceType::None;

    bool matches(const Position& pos, Move m) const {
        if (m.type() == MoveType::Castling || m.to() != to || type_of(pos.moved_piece(m)) != type)
            return false;
        if (from_file >= 0 && file_of(m.from()) != from_file) return false;
        if (from_rank >= 0 && rank_of(m.from()) != from_rank) return false;
        const PieceType promoted = m.type() == MoveType::Promotion ? m.promotion_piece() : PieceType::None;
        return promoted == promotion;
    }
};

std::string_view strip_suffixes(std::string_view text) {
    // In any order: people write both "exd6+e.p." and "exd6e.p.+".
    for (std::size_t before = 0; before != text.size();) {
        before = text.size();
        for (std::string_view suffix : {"e.p.", "ep"})
            if (text.size() > suffix.size() + 2 && text.ends_with(suffix)) text.remove_suffix(suffix.size());
        while (!text.empty() &&
               (text.back() == '+' || text.back() == '#' || text.back() == '!' || text.back() == '?'))
            text.remove_suffix(1);
    }
    return text;
}

std::optional<SanPattern> read_pattern(std::string_view text) {
    SanPattern pattern;
    if (text.empty()) return std::nullopt;
    if (const std::size_t type = kTypeLetters.find(text[0]); type != std::string_view::npos) {
        pattern.type = static_cast<PieceType>(type);
        text.remove_prefix(1);
    }
    if (text.size() > 2) {
        if (const std::size_t type = kTypeLetters.find(text.back()); type != std::string_view::npos &&
                                                                     type != index(PieceType::Pawn) &&
                                                                     type != index(PieceType::King)) {
            pattern.promotion = static_cast<PieceType>(type);
            text.remove_suffix(1);
            if (text.ends_with('=')) text.remove_suffix(1);
        }
    }
    if (text.size() < 2) return std::nullopt;
    const auto to = parse_square(text.substr(text.size() - 2));
    if (!to) return std::nullopt;
    pattern.to = *to;
    text.remove_suffix(2);
    for (char c : text) {
        if (c >= 'a' && c <= 'h' && pattern.from_file < 0)
            pattern.from_file = c - 'a';
        else if (c >= '1' && c <= '8' && pattern.from_rank < 0)
            pattern.from_rank = c - '1';
        else if (c != 'x' && c != ':' && c != '-')
            return std::nullopt;
    }
    return pattern;
}

}  // namespace

std::string to_string(Square s) {
    return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

std::optional<Square> parse_square(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return std::nullopt;
    return make_square(text[0] - 'a', text[1] - '1');
}

std::string to_uci(Move m, CastlingNotation castling) {
    if (!m) return "(none)";
    if (m == Move::null()) return "0000";
    Square to = m.to();
    if (m.type() == MoveType::Castling && castling == CastlingNotation::KingTwoSquares)
        to = make_square(to > m.from() ? 6 : 2, rank_of(to));
    std::string text = to_string(m.from()) + to_string(to);
    if (m.type() == MoveType::Promotion)
        text += static_cast<char>(kTypeLetters[static_cast<std::size_t>(m.promotion_piece())] - 'A' + 'a');
    return text;
}

Result<Move> parse_uci_move(const Position& pos, std::string_view text) {
    if (text.size() != 4 && text.size() != 5) return Error{in_quotes(text) + " is not a move"};
    const auto from = parse_square(text.substr(0, 2)), to = parse_square(text.substr(2, 2));
    if (!from || !to) return Error{in_quotes(text) + " is not a move"};
    PieceType promotion = PieceType::None;
    if (text.size() == 5) {
        // Some programs write the piece in upper case.
        const std::size_t type = std::string_view("pnbrqk").find(static_cast<char>(text[4] | 0x20));
        if (type == std::string_view::npos) return Error{in_quotes(text) + " is not a move"};
        promotion = static_cast<PieceType>(type);
    }
    for (Move m : legal_moves(pos)) {
        if (m.from() != *from) continue;
        const PieceType promoted = m.type() == MoveType::Promotion ? m.promotion_piece() : PieceType::None;
        if (m.to() == *to && promoted == promotion) return m;
    }
    // e1g1 for castling, unless the king can just step there, which the loop above would have found.
    const Color us = pos.side_to_move();
    if (*from == pos.king_square(us) && promotion == PieceType::None)
        for (CastlingSide side : {CastlingSide::King, CastlingSide::Queen})
            if (*to == castled_king(us, side))
                if (const Move m = find_castling(pos, side)) return m;
    return Error{in_quotes(text) + " is not a legal move here"};
}

std::string to_san(const Position& pos, Move m) {
    std::string san;
    const PieceType type = type_of(pos.moved_piece(m));
    if (m.type() == MoveType::Castling) {
        san = castling_side(m.from(), m.to()) == CastlingSide::King ? "O-O" : "O-O-O";
    } else {
        if (type == PieceType::Pawn) {
            if (pos.is_capture(m)) san += static_cast<char>('a' + file_of(m.from()));
        } else {
            san += kTypeLetters[static_cast<std::size_t>(type)];
            san += disambiguation(pos, m);
        }
        if (pos.is_capture(m)) san += 'x';
        san += to_string(m.to());
        if (m.type() == MoveType::Promotion) {
            san += '=';
            san += kTypeLetters[static_cast<std::size_t>(m.promotion_piece())];
        }
    }
    if (pos.gives_check(m)) {
        Position after = pos;
        after.make(m);
        san += after.has_legal_move() ? '+' : '#';
    }
    return san;
}

Result<Move> parse_san(const Position& pos, std::string_view text) {
    const std::string_view core = strip_suffixes(text);
    for (const auto& [name, side] : {std::pair{"O-O", CastlingSide::King},
                                     {"0-0", CastlingSide::King},
                                     {"O-O-O", CastlingSide::Queen},
                                     {"0-0-0", CastlingSide::Queen}})
        if (core == name) {
            if (const Move m = find_castling(pos, side)) return m;
            return Error{in_quotes(text) + " is not legal here"};
        }
    const auto pattern = read_pattern(core);
    if (!pattern) return Error{in_quotes(text) + " is not a move"};
    Move found;
    for (Move m : legal_moves(pos)) {
        if (!pattern->matches(pos, m)) continue;
        if (found) return Error{in_quotes(text) + " is ambiguous"};
        found = m;
    }
    if (!found) return Error{in_quotes(text) + " is not legal here"};
    return found;
}

Result<Move> parse_move(const Position& pos, std::string_view text) {
    if (Result<Move> uci = parse_uci_move(pos, text)) return uci;
    return parse_san(pos, text);
}

std::string place_in_line(Position reached, Move last) {
    if (!last) return "the first move";
    reached.undo();
    const char* const dots = reached.side_to_move() == Color::White ? "." : "...";
    return "after " + std::to_string(reached.fullmove_number()) + dots + to_san(reached, last);
}

std::string to_san_line(const Position& pos, const Move* begin, const Move* end) {
    Position board = pos;
    std::string line;
    for (const Move* m = begin; m != end && board.is_legal(*m); ++m) {
        if (!line.empty()) line += ' ';
        if (board.side_to_move() == Color::White)
            line += std::to_string(board.fullmove_number()) + ". ";
        else if (m == begin)
            line += std::to_string(board.fullmove_number()) + "... ";
        line += to_san(board, *m);
        board.make(*m);
    }
    return line;
}

}  // namespace stillpoint
