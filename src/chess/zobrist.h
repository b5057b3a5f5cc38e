#pragma once

#include "chess/types.h"
#include "util/rng.h"

namespace stillpoint::zobrist {

// Random numbers whose exclusive-or identifies a position. Fixed at compile time: keys are the same in every
// build, so saved tables stay valid.
struct Tables {
    ByPiece<BySquare<Key>> piece;
    // One number per count of a kind of piece, for the material key. 16 of a kind a side at most.
    ByPiece<std::array<Key, 17>> count;
    std::array<Key, 16> castling{};
    std::array<Key, 8> en_passant_file{};
    Key black_to_move = 0;
};

constexpr Tables make_tables() {
    Rng rng(0x5717'1190'1417ULL);
    Tables t;
    for (auto& squares : t.piece)
        for (Key& key : squares) key = rng.next();
    for (auto& counts : t.count)
        for (Key& key : counts) key = rng.next();
    // Rights combine: the key of a set is the exclusive-or of its members' keys.
    for (int right = 0; right < 4; ++right) {
        const Key key = rng.next();
        for (std::size_t set = 0; set < t.castling.size(); ++set)
            if ((set >> right) & 1) t.castling[set] ^= key;
    }
    for (Key& key : t.en_passant_file) key = rng.next();
    t.black_to_move = rng.next();
    return t;
}

inline constexpr Tables kTables = make_tables();

constexpr Key piece(Piece p, Square s) { return kTables.piece[p][s]; }
constexpr Key count(Piece p, int n) { return kTables.count[p][static_cast<std::size_t>(n)]; }
constexpr Key castling(int rights) { return kTables.castling[static_cast<std::size_t>(rights)]; }
constexpr Key en_passant(Square s) { return kTables.en_passant_file[static_cast<std::size_t>(file_of(s))]; }
constexpr Key black_to_move() { return kTables.black_to_move; }

}  // namespace stillpoint::zobrist
