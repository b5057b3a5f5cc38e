#include "gamedata/packed_board.h"

#include <string>

#include "chess/fen.h"

namespace stillpoint::spg {

namespace {

constexpr int kCastlingRook = 6;
constexpr int kBlackBit = 8;
constexpr int kNoSquare = 64;
constexpr std::size_t kMaxPieces = 32;
constexpr std::size_t kNibbles = 8, kSideAndSquare = 24, kHalfmove = 25, kFullmove = 26, kZeros = 28;

bool may_castle(const Position& pos, Square s) {
    for (Color c : {Color::White, Color::Black})
        for (CastlingSide side : {CastlingSide::King, CastlingSide::Queen})
            if (pos.can_castle(c, side) && pos.castling_setup().rook[c][side] == s) return true;
    return false;
}

Error bad_board(const char* reason) { return Error{std::string("packed board: ") + reason}; }

}  // namespace

Result<PackedBoard> pack(const Position& pos) {
    PackedBoard packed;
    auto& b = packed.bytes;
    const Bitboard occupied = pos.pieces();
    for (std::size_t i = 0; i < 8; ++i) b[i] = static_cast<std::uint8_t>(occupied >> (8 * i));
    std::size_t n = 0;
    for (Bitboard rest = occupied; rest; ++n) {
        const Square s = pop_first(rest);
        const Piece p = pos.piece_on(s);
        int code = may_castle(pos, s) ? kCastlingRook : index(type_of(p));
        if (color_of(p) == Color::Black) code |= kBlackBit;
        b[kNibbles + n / 2] |= static_cast<std::uint8_t>(code << (4 * (n % 2)));
    }
    const int en_passant = pos.en_passant() == Square::None ? kNoSquare : index(pos.en_passant());
    b[kSideAndSquare] = static_cast<std::uint8_t>(index(pos.side_to_move()) << 7 | en_passant);
    if (pos.halfmove_clock() < 0 || pos.halfmove_clock() > 255) return bad_board("half-move clock above 255");
    b[kHalfmove] = static_cast<std::uint8_t>(pos.halfmove_clock());
    if (pos.fullmove_number() > 65535) return bad_board("move number above 65535");
    b[kFullmove] = static_cast<std::uint8_t>(pos.fullmove_number());
    b[kFullmove + 1] = static_cast<std::uint8_t>(pos.fullmove_number() >> 8);
    return packed;
}

Result<Position> unpack(const PackedBoard& packed) {
    const auto& b = packed.bytes;
    Bitboard occupied = 0;
    for (std::size_t i = 0; i < 8; ++i) occupied |= Bitboard{b[i]} << (8 * i);
    if (count(occupied) > static_cast<int>(kMaxPieces)) return bad_board("more than 32 pieces");

    // Through a FEN: it happens once a game, and the FEN reader's checks come for free.
    BySquare<char> board;
    board.fill(' ');
    std::string castling;
    std::size_t n = 0;
    for (Bitboard rest = occupied; rest; ++n) {
        const Square s = pop_first(rest);
        const int nibble = b[kNibbles + n / 2] >> (4 * (n % 2)) & 15;
        const bool black = (nibble & kBlackBit) != 0;
        int type = nibble & ~kBlackBit;
        if (type > kCastlingRook) return bad_board("unknown piece code");
        if (type == kCastlingRook) {
            if (rank_of(s) != (black ? 7 : 0)) return bad_board("castling rook off its back rank");
            castling += static_cast<char>((black ? 'a' : 'A') + file_of(s));
            type = index(PieceType::Rook);
        }
        board[s] = (black ? "pnbrqk" : "PNBRQK")[type];
    }
    for (; n < kMaxPieces; ++n)
        if (b[kNibbles + n / 2] >> (4 * (n % 2)) & 15) return bad_board("code without a piece");

    std::string fen;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const char letter = board[make_square(file, rank)];
            if (letter == ' ') {
                ++empty;
                continue;
            }
            if (empty) fen += static_cast<char>('0' + empty);
            empty = 0;
            fen += letter;
        }
        if (empty) fen += static_cast<char>('0' + empty);
        if (rank > 0) fen += '/';
    }
    fen += b[kSideAndSquare] & 128 ? " b " : " w ";
    fen += castling.empty() ? "-" : castling;
    fen += ' ';
    const int en_passant = b[kSideAndSquare] & 127;
    if (en_passant > kNoSquare) return bad_board("en-passant square off the board");
    if (en_passant == kNoSquare) {
        fen += '-';
    } else {
        fen += static_cast<char>('a' + en_passant % 8);
        fen += static_cast<char>('1' + en_passant / 8);
    }
    for (std::size_t i = kZeros; i < b.size(); ++i)
        if (b[i]) return bad_board("reserved bytes are not zero");
    const int fullmove = b[kFullmove] | b[kFullmove + 1] << 8;
    return parse_fen(fen + ' ' + std::to_string(b[kHalfmove]) + ' ' + std::to_string(fullmove));
}

}  // namespace stillpoint::spg
