#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "util/result.h"

namespace stillpoint {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Reads a FEN, X-FEN or Shredder-FEN with two to six fields (rights, en passant and counters may be missing).
// The error names the field and the reason. A position is accepted only if it can be played from: one king a
// side, the side not to move not in check, no pawns on the outer ranks, castling rights backed by king and
// rook, at most 16 pieces a side. An en-passant square where no legal capture exists is dropped, because real
// programs send them.
//
// With `repairs`, what has one obvious meaning is no error: castling rights without king and rook are
// dropped, and so is an en-passant square no pawn can have passed; counters out of range become the nearest
// in it. A sentence for each is added.
Result<Position> parse_fen(std::string_view fen, std::vector<std::string>* repairs = nullptr);

Position start_position();

inline constexpr int kFischerStarts = 960;

// The start of a Chess960 game, each side's back rank by its number from 0 to 959 (Scharnagl's numbering; 518
// is ordinary chess).
Position fischer_position(int white, int black);

enum class FenStyle {
    Standard,  // KQkq; rooks that are not the outermost ones get their file's letter (X-FEN)
    Shredder,  // always file letters
};
std::string to_fen(const Position& pos, FenStyle style = FenStyle::Standard);

// The same position with the colours swapped and the board upside down; for symmetry tests and `flip`.
Position flipped(const Position& pos);

}  // namespace stillpoint
