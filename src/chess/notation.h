#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chess/position.h"
#include "util/result.h"

namespace stillpoint {

// How castling is written in UCI: e1g1 in ordinary chess, king takes rook (e1h1) under Chess960.
enum class CastlingNotation { KingTwoSquares, KingTakesRook };

std::string to_string(Square s);
std::optional<Square> parse_square(std::string_view text);

// Long algebraic form; "(none)" for no move and "0000" for the null move.
std::string to_uci(Move m, CastlingNotation castling);
// Finds the legal move; both forms of castling are understood wherever they are unambiguous.
Result<Move> parse_uci_move(const Position& pos, std::string_view text);

// Standard algebraic notation with check and mate marks. The move must be legal.
std::string to_san(const Position& pos, Move m);
// Reads SAN as people and programs write it: check marks, "e.p.", "0-0", missing "x" or "=", too much
// disambiguation. The error says whether the move is unreadable, impossible or ambiguous.
Result<Move> parse_san(const Position& pos, std::string_view text);

// As people type moves: like e2e4 or like Nf3.
Result<Move> parse_move(const Position& pos, std::string_view text);

// Where a line of moves breaks off, as players say it, from the position it has led to and its last move:
// "after 2...Ke7", "after 13.O-O"; "the first move" if there was none.
std::string place_in_line(Position reached, Move last);

// A line of moves played from `pos`, with move numbers: "12. Nf3 d5 13. O-O". Stops at the first illegal one.
std::string to_san_line(const Position& pos, const Move* begin, const Move* end);

}  // namespace stillpoint
