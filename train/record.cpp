#include "train/record.h"

#include <algorithm>

namespace stillpoint::train {

Record make_record(const Position& pos, int white_score, int white_result, int generation) {
    const Color us = pos.side_to_move();
    const bool white = us == Color::White;
    Record r;
    // Turning the board reverses its ranks, and with them the order of the pieces.
    const auto turned = [&](Bitboard b) { return white ? b : __builtin_bswap64(b); };
    r.occupied = turned(pos.pieces());
    std::size_t n = 0;
    for (Bitboard rest = r.occupied; rest; ++n) {
        const Piece p = pos.piece_on(relative_square(us, pop_first(rest)));
        const int nibble = index(type_of(p)) | (color_of(p) == us ? 0 : 8);
        r.pieces[n / 2] |= static_cast<std::uint8_t>(nibble << (4 * (n % 2)));
    }
    r.score = static_cast<std::int16_t>(white ? white_score : -white_score);
    r.result =
        static_cast<std::uint8_t>(white || white_result == kUnknownResult ? white_result : 2 - white_result);
    r.own_king = static_cast<std::uint8_t>(index(relative_square(us, pos.king_square(us))));
    r.their_king = static_cast<std::uint8_t>(index(relative_square(us, pos.king_square(~us))));
    r.move_number = static_cast<std::uint8_t>(std::min(pos.game_ply() / 2, 255));
    r.generation = static_cast<std::uint8_t>(generation);
    return r;
}

}  // namespace stillpoint::train
