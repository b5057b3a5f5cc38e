#include "chess/fen.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "chess/zobrist.h"
#include "util/check.h"
#include "util/text.h"

namespace stillpoint {

namespace {

constexpr std::string_view kPieceLetters = "PpNnBbRrQqKk";
constexpr int kMaxPiecesPerSide = 16;
constexpr int kMaxHalfmoveClock = 1000;
constexpr int kMaxFullmoveNumber = 100000;

Error field_error(std::string_view field, std::string_view reason) {
    return Error{std::string("FEN ") + std::string(field) + ": " + std::string(reason)};
}

std::vector<std::string_view> split_fields(std::string_view text) {
    std::vector<std::string_view> fields;
    std::size_t i = 0;
    while (i < text.size() && fields.size() < 8) {
        while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
        const std::size_t start = i;
        while (i < text.size() && text[i] != ' ' && text[i] != '\t') ++i;
        if (i > start) fields.push_back(text.substr(start, i - start));
    }
    return fields;
}

std::string back_rank(int number) {
    std::string rank(8, ' ');
    const auto place_free = [&](int nth, char piece) {
        for (char& square : rank)
            if (square == ' ' && nth-- == 0) {
                square = piece;
                return;
            }
    };
    rank[static_cast<std::size_t>(number % 4 * 2 + 1)] = 'B';
    number /= 4;
    rank[static_cast<std::size_t>(number % 4 * 2)] = 'B';
    number /= 4;
    place_free(number % 6, 'Q');
    number /= 6;
    // The second number counts the squares left after the first knight.
    static constexpr std::array<std::array<int, 2>, 10> kKnights = {
        {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}}};
    place_free(kKnights[static_cast<std::size_t>(number)][0], 'N');
    place_free(kKnights[static_cast<std::size_t>(number)][1], 'N');
    for (char piece : {'R', 'K', 'R'}) place_free(0, piece);
    return rank;
}

}  // namespace

class PositionBuilder {
public:
    explicit PositionBuilder(std::vector<std::string>* repairs) : repairs_(repairs) {
        pos_.board_.fill(Piece::None);
        pos_.states_.reserve(512);
        pos_.key_stack_.reserve(512);
        pos_.states_.emplace_back();
        pos_.key_stack_.push_back(0);
    }

    Result<Position> build(std::string_view fen) {
        const std::vector<std::string_view> fields = split_fields(fen);
        if (fields.empty()) return Error{"FEN: empty"};
        if (fields.size() > 6) return field_error("fields", "more than six");
        if (auto error = place_pieces(fields[0])) return *error;
        if (fields.size() < 2) return field_error("side to move", "missing");
        if (auto error = set_side(fields[1])) return *error;
        if (fields.size() > 2)
            if (auto error = set_castling(fields[2])) return *error;
        Square en_passant = Square::None;
        if (fields.size() > 3)
            if (auto error = read_en_passant(fields[3], en_passant)) return *error;
        if (auto error = set_counters(fields)) return *error;
        if (auto error = check_playable()) return *error;
        finish(en_passant);
        return std::move(pos_);
    }

private:
    using MaybeError = std::optional<Error>;
    State& state() { return pos_.states_.back(); }

    // Without a place to say so nothing is repaired.
    MaybeError repaired(const Error& error, std::string_view remedy) {
        if (!repairs_) return error;
        repairs_->push_back(error.message + ", " + std::string(remedy));
        return {};
    }

    MaybeError place_pieces(std::string_view text) {
        int rank = 7, file = 0;
        ByColor<int> pieces{};
        bool digit_before = false;
        for (char c : text) {
            if (c == '/') {
                if (file != 8) return rank_error(rank, "does not have eight squares");
                if (rank == 0) return field_error("board", "more than eight ranks");
                --rank;
                file = 0;
                digit_before = false;
                continue;
            }
            if (c >= '1' && c <= '8') {
                if (digit_before) return rank_error(rank, "has two numbers in a row");
                file += c - '0';
                digit_before = true;
            } else {
                const std::size_t piece = kPieceLetters.find(c);
                if (piece == std::string_view::npos)
                    return field_error("board", "unknown piece " + in_quotes(std::string_view(&c, 1)));
                if (file >= 8) return rank_error(rank, "has more than eight squares");
                const Piece p = static_cast<Piece>(piece);
                if (type_of(p) == PieceType::Pawn && (rank == 0 || rank == 7))
                    return field_error("board", "pawn on the first or last rank");
                pos_.put(p, make_square(file, rank));
                if (++pieces[color_of(p)] > kMaxPiecesPerSide)
                    return field_error("board", "more than sixteen pieces of one colour");
                ++file;
                digit_before = false;
            }
            if (file > 8) return rank_error(rank, "has more than eight squares");
        }
        if (rank != 0) return field_error("board", "fewer than eight ranks");
        if (file != 8) return rank_error(rank, "does not have eight squares");
        for (Color c : {Color::White, Color::Black}) {
            const int kings = count(pos_.pieces(c, PieceType::King));
            if (kings != 1)
                return field_error("board", std::string(c == Color::White ? "White" : "Black") + " has " +
                                                (kings == 0 ? "no king" : "more than one king"));
        }
        return {};
    }

    static Error rank_error(int rank, std::string_view reason) {
        return field_error("board", "rank " + std::to_string(rank + 1) + " " + std::string(reason));
    }

    MaybeError set_side(std::string_view text) {
        if (text == "w")
            pos_.side_to_move_ = Color::White;
        else if (text == "b")
            pos_.side_to_move_ = Color::Black;
        else
            return field_error("side to move", "expected 'w' or 'b', found " + in_quotes(text));
        return {};
    }

    MaybeError set_castling(std::string_view text) {
        if (text == "-") return {};
        for (char c : text) {
            const Color color = c >= 'a' ? Color::Black : Color::White;
            const char letter = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
            const Square king = pos_.king_square(color);
            const Bitboard rooks = pos_.pieces(color, PieceType::Rook) & relative_rank_bits(color, 0);
            Square rook = Square::None;
            if (letter == 'K' || letter == 'Q') {
                // X-FEN: the outermost rook on that side of the king.
                for (int file = 0; file < 8; ++file) {
                    const Square s =
                        make_square(letter == 'K' ? 7 - file : file, color == Color::White ? 0 : 7);
                    if (s == king) break;
                    if (contains(rooks, s)) {
                        rook = s;
                        break;
                    }
                }
            } else if (letter >= 'A' && letter <= 'H') {
                const Square s = make_square(letter - 'A', color == Color::White ? 0 : 7);
                if (contains(rooks, s)) rook = s;
            } else {
                return field_error("castling", "unknown letter " + in_quotes(std::string_view(&c, 1)));
            }
            auto error = relative_rank(color, king) != 0 || rook == Square::None
                             ? field_error("castling", "right " + in_quotes(std::string_view(&c, 1)) +
                                                           " without king and rook in place")
                             : add_right(color, king, rook);
            if (error) error = repaired(*error, "ignored");
            if (error) return error;
        }
        return {};
    }

    MaybeError add_right(Color color, Square king, Square rook) {
        const CastlingSide side = castling_side(king, rook);
        CastlingSetup& setup = pos_.castling_;
        if (state().castling_rights & castling_right(color, side))
            return field_error("castling", "the same right twice");
        state().castling_rights |= castling_right(color, side);
        setup.rook[color][side] = rook;
        setup.lost[king] |= castling_right(color, side);
        setup.lost[rook] |= castling_right(color, side);
        const Square king_to = castled_king(color, side), rook_to = castled_rook(color, side);
        setup.must_be_empty[color][side] =
            (between(king, king_to) | between(rook, rook_to) | bit(king_to) | bit(rook_to)) &
            ~(bit(king) | bit(rook));
        return {};
    }

    MaybeError read_en_passant(std::string_view text, Square& square) {
        if (text == "-") return {};
        if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '0' || text[1] > '9')
            return field_error("en passant", "expected a square or '-', found " + in_quotes(text));
        if (text[1] == '0' || text[1] == '9')
            return repaired(field_error("en passant", "there is no square " + in_quotes(text)), "ignored");
        const Square named = make_square(text[0] - 'a', text[1] - '1');
        if (has_passed(named))
            square = named;
        else
            // Nothing depends on it, so it is ignored in any case.
            static_cast<void>(
                repaired(field_error("en passant", "no pawn has just passed " + in_quotes(text)), "ignored"));
        return {};
    }

    // Whether the opponent's last move can have been a pawn's double step over the square.
    bool has_passed(Square square) const {
        const Color us = pos_.side_to_move_;
        return relative_rank(us, square) == 5 && pos_.is_empty(square) &&
               pos_.is_empty(square + pawn_push(us)) &&
               contains(pos_.pieces(~us, PieceType::Pawn), square - pawn_push(us));
    }

    MaybeError set_counters(const std::vector<std::string_view>& fields) {
        int halfmove = 0, fullmove = 1;
        if (fields.size() > 4)
            if (auto error = read_counter("half-move clock", fields[4], 0, kMaxHalfmoveClock, halfmove))
                return error;
        if (fields.size() > 5)
            if (auto error = read_counter("move number", fields[5], 1, kMaxFullmoveNumber, fullmove))
                return error;
        state().halfmove_clock = static_cast<std::int16_t>(halfmove);
        pos_.game_ply_ = 2 * (fullmove - 1) + index(pos_.side_to_move_);
        return {};
    }

    MaybeError read_counter(std::string_view field, std::string_view text, int min, int max, int& out) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (end != text.data() + text.size() || error == std::errc::invalid_argument)
            return field_error(field, "expected a number, found " + in_quotes(text));
        if (error == std::errc::result_out_of_range) {
            using Limits = std::numeric_limits<std::int64_t>;
            number = text.starts_with('-') ? Limits::min() : Limits::max();
        }
        out = static_cast<int>(std::clamp<std::int64_t>(number, min, max));
        if (out == number) return {};
        const auto out_of_range = repaired(field_error(field, in_quotes(text) + " is out of range"),
                                           "taken for " + std::to_string(out));
        // A number a little too large is never an error: a long game may go beyond, and what to_fen writes
        // must be readable. Neither is move 0, which real programs send.
        const bool is_harmless = number >= 0 && number <= std::numeric_limits<int>::max();
        return is_harmless ? MaybeError() : out_of_range;
    }

    MaybeError check_playable() {
        const Color them = ~pos_.side_to_move_;
        if (pos_.is_attacked_by(~them, pos_.king_square(them), pos_.pieces()))
            return field_error("board", "the side not to move is in check");
        return {};
    }

    void finish(Square en_passant) {
        pos_.update_checks();
        if (en_passant != Square::None && pos_.en_passant_is_legal(en_passant))
            state().en_passant = en_passant;
        state().keys = pos_.partial_keys_from_scratch();
        pos_.key_stack_.back() = pos_.key_from_scratch();
    }

    std::vector<std::string>* repairs_;  // null: nothing is repaired
    Position pos_;
};

Result<Position> parse_fen(std::string_view fen, std::vector<std::string>* repairs) {
    return PositionBuilder(repairs).build(fen);
}

Position start_position() { return *parse_fen(kStartFen); }

namespace {

char castling_letter(const Position& pos, Color color, CastlingSide side, FenStyle style) {
    const Square rook = pos.castling_setup().rook[color][side];
    // X-FEN writes K or Q only for the outermost rook.
    const Bitboard back_rank = relative_rank_bits(color, 0);
    const Bitboard beyond = side == CastlingSide::King ? ~(bit(rook) | (bit(rook) - 1)) : bit(rook) - 1;
    const bool outermost = (pos.pieces(color, PieceType::Rook) & back_rank & beyond) == 0;
    char letter = static_cast<char>('A' + file_of(rook));
    if (style == FenStyle::Standard && outermost) letter = side == CastlingSide::King ? 'K' : 'Q';
    return color == Color::White ? letter : static_cast<char>(letter - 'A' + 'a');
}

}  // namespace

std::string to_fen(const Position& pos, FenStyle style) {
    std::string fen;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const Piece p = pos.piece_on(make_square(file, rank));
            if (p == Piece::None) {
                ++empty;
                continue;
            }
            if (empty) fen += static_cast<char>('0' + empty);
            empty = 0;
            fen += kPieceLetters[static_cast<std::size_t>(p)];
        }
        if (empty) fen += static_cast<char>('0' + empty);
        if (rank > 0) fen += '/';
    }
    fen += pos.side_to_move() == Color::White ? " w " : " b ";
    if (pos.castling_rights() == 0) fen += '-';
    for (Color color : {Color::White, Color::Black})
        for (CastlingSide side : {CastlingSide::King, CastlingSide::Queen})
            if (pos.can_castle(color, side)) fen += castling_letter(pos, color, side, style);
    fen += ' ';
    if (pos.en_passant() == Square::None) {
        fen += '-';
    } else {
        fen += static_cast<char>('a' + file_of(pos.en_passant()));
        fen += static_cast<char>('1' + rank_of(pos.en_passant()));
    }
    return fen + ' ' + std::to_string(pos.halfmove_clock()) + ' ' + std::to_string(pos.fullmove_number());
}

Position flipped(const Position& pos) {
    const std::string fen = to_fen(pos, FenStyle::Shredder);
    const std::vector<std::string_view> fields = split_fields(fen);
    const auto swap_case = [](std::string_view text) {
        std::string out(text);
        for (char& c : out) {
            if (c >= 'a' && c <= 'z')
                c = static_cast<char>(c - 'a' + 'A');
            else if (c >= 'A' && c <= 'Z')
                c = static_cast<char>(c - 'A' + 'a');
        }
        return out;
    };
    std::string board;
    std::string_view rest = fields[0];
    while (!rest.empty()) {
        const std::size_t slash = rest.find('/');
        const std::string rank = swap_case(rest.substr(0, slash));
        board = board.empty() ? rank : rank + '/' + board;
        rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
    }
    std::string en_passant(fields[3]);
    if (en_passant.size() == 2) en_passant[1] = static_cast<char>('1' + '8' - en_passant[1]);
    return *parse_fen(board + (fields[1] == "w" ? " b " : " w ") + swap_case(fields[2]) + ' ' + en_passant +
                      ' ' + std::string(fields[4]) + ' ' + std::string(fields[5]));
}

Position fischer_position(int white, int black) {
    STILLPOINT_ASSERT(white >= 0 && white < kFischerStarts && black >= 0 && black < kFischerStarts);
    std::string ours = back_rank(white), theirs = back_rank(black);
    for (char& c : theirs) c = static_cast<char>(c - 'A' + 'a');
    return *parse_fen(theirs + "/pppppppp/8/8/8/8/PPPPPPPP/" + ours + " w KQkq - 0 1");
}

}  // namespace stillpoint
