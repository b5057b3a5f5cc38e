#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/position.h"

namespace stillpoint::fuzz {

// Fuzzing must find broken promises in any build, so this doesn't depend on STILLPOINT_ASSERTS.
inline void require(bool condition, const char* promise, const std::string& where) {
    if (condition) return;
    std::fprintf(stderr, "broken promise: %s\n  at: %s\n", promise, where.c_str());
    std::abort();
}

inline void require_good_error(const std::string& message) {
    require(!message.empty(), "an error says something", message);
    for (char c : message) require(c >= ' ' && c <= '~', "an error is one printable line", message);
}

// What holds for every position the engine can have, however it was reached.
inline void require_sound(const Position& pos) {
    const std::string fen = to_fen(pos, FenStyle::Shredder);
    require(pos.key() == pos.key_from_scratch(), "the key is right", fen);
    require(pos.partial_keys() == pos.partial_keys_from_scratch(), "the partial keys are right", fen);
    require(!pos.is_attacked_by(pos.side_to_move(), pos.king_square(~pos.side_to_move()), pos.pieces()),
            "the side not to move is not in check", fen);
    for (FenStyle style : {FenStyle::Standard, FenStyle::Shredder}) {
        const Result<Position> again = parse_fen(to_fen(pos, style));
        require(again.ok(), "what is written can be read", fen);
        require(again->key() == pos.key(), "reading gives the same position", fen);
        require(again->checkers() == pos.checkers(), "checkers don't depend on history", fen);
    }
    require(flipped(flipped(pos)).key() == pos.key(), "flipping twice is the identity", fen);
}

// Every legal move can be made, taken back, and named in both notations.
inline void require_sound_moves(Position& pos) {
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    const Position before = pos;
    for (Move m : moves) {
        const std::string uci = to_uci(m, CastlingNotation::KingTakesRook);
        const std::string where = to_fen(pos, FenStyle::Shredder) + ' ' + uci;
        require(pos.is_legal(m), "generated moves are legal", where);
        const Result<Move> from_uci = parse_uci_move(pos, uci), from_san = parse_san(pos, to_san(pos, m));
        require(from_uci.ok() && *from_uci == m, "UCI names are unique", where);
        require(from_san.ok() && *from_san == m, "SAN names are unique", where);
        const bool checks = pos.gives_check(m);
        pos.make(m);
        require(pos.in_check() == checks, "gives_check is right", where);
        require(pos.key() == pos.key_from_scratch(), "the key is right after a move", where);
        require(pos.partial_keys() == pos.partial_keys_from_scratch(),
                "the partial keys are right after a move", where);
        pos.undo();
        require(pos == before, "undo restores everything", where);
    }
}

}  // namespace stillpoint::fuzz
