#pragma once

#include <array>
#include <cstdint>

#include "chess/position.h"
#include "nnue/architecture.h"

namespace stillpoint::train {

inline constexpr std::uint8_t kUnknownResult = 3;

// A position with its labels as it is kept in memory during training, seen by the side to move: the board is
// turned so that this side plays upwards.
struct Record {
    std::uint64_t occupied = 0;
    std::array<std::uint8_t, 16>
        pieces{};             // a nibble a piece in the order of the squares: type, +8 if theirs
    std::int16_t score = 0;   // centipawns of the engine that played
    std::uint8_t result = 1;  // 0 lost, 1 drawn, 2 won, or unknown
    std::uint8_t own_king = 0;
    std::uint8_t their_king = 0;
    std::uint8_t move_number = 0;  // ply / 2, at most 255
    std::uint8_t generation = 0;   // whose scale the score has
    std::uint8_t flags = 0;
    friend bool operator==(const Record&, const Record&) = default;

    bool has_result() const { return result != kUnknownResult; }
    int piece_count() const { return count(occupied); }
};
static_assert(sizeof(Record) == 32);

// `white_score` and `white_result` are White's view, as in the game files.
Record make_record(const Position& pos, int white_score, int white_result, int generation);

// The inputs of the network for a nibble's piece, without the square.
struct NibbleFeatures {
    std::array<std::uint16_t, 16> own_view{};
    std::array<std::uint16_t, 16> their_view{};
};

constexpr NibbleFeatures make_nibble_features() {
    NibbleFeatures table;
    for (int nibble = 0; nibble < 16; ++nibble) {
        if ((nibble & 7) >= kPieceTypes) continue;
        const Piece piece =
            make_piece(nibble & 8 ? Color::Black : Color::White, static_cast<PieceType>(nibble & 7));
        const auto i = static_cast<std::size_t>(nibble);
        table.own_view[i] =
            static_cast<std::uint16_t>(nnue::feature(Color::White, nnue::View{}, piece, Square::A1));
        table.their_view[i] =
            static_cast<std::uint16_t>(nnue::feature(Color::Black, nnue::View{}, piece, Square::A8));
    }
    return table;
}
inline constexpr NibbleFeatures kNibbleFeatures = make_nibble_features();

// Calls add(own_view_feature, their_view_feature) for every piece.
template <class Add>
inline void for_each_feature(const Record& record, const nnue::KingMap& map, Add&& add) {
    // A feature is the first of its king bucket plus the piece's base plus the square with some bits turned:
    // the engine's rule, in the form that needs no table by square. Tests compare it with nnue::feature.
    const auto own_king = static_cast<Square>(record.own_king);
    const auto their_king = relative_square(Color::Black, static_cast<Square>(record.their_king));
    const unsigned own_turn = nnue::is_mirrored(own_king) ? 7 : 0;
    const unsigned their_turn = 56U ^ (nnue::is_mirrored(their_king) ? 7U : 0U);
    const auto own_first = static_cast<unsigned>(nnue::king_bucket(map, own_king) * nnue::kBoardInputs);
    const auto their_first = static_cast<unsigned>(nnue::king_bucket(map, their_king) * nnue::kBoardInputs);
    std::size_t n = 0;
    for (Bitboard rest = record.occupied; rest; ++n) {
        const auto square = static_cast<unsigned>(index(pop_first(rest)));
        const unsigned nibble = record.pieces[n / 2] >> (4 * (n % 2)) & 15U;
        add(static_cast<std::uint16_t>(own_first + kNibbleFeatures.own_view[nibble] + (square ^ own_turn)),
            static_cast<std::uint16_t>(their_first + kNibbleFeatures.their_view[nibble] +
                                       (square ^ their_turn)));
    }
}

}  // namespace stillpoint::train
