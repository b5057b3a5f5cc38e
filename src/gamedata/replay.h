#pragma once

#include <string>

#include "gamedata/game.h"

namespace stillpoint::spg {

// A move of a game with the position it is played in.
struct ReplayStep {
    const Position& position;
    Move move;
    int score;    // White's view; meaningful for scored moves only
    bool scored;  // false for the random moves at the start
};

namespace detail {
Error illegal_move(const Position& pos, Move m, std::size_t number);
}

// Plays a game, calling `visit(ReplayStep)` before every move, and returns the final position. A game with a
// bad start or an illegal move is an error: the visitor has then seen the moves before it and should discard
// what it gathered, since such a record is corrupt as a whole.
template <class Visit>
Result<Position> replay(const Game& game, Visit&& visit) {
    Result<Position> pos = start_position_of(game);
    if (!pos) return pos;
    std::size_t number = 0;
    const auto play = [&](Move m, int score, bool scored) {
        ++number;
        if (!pos->is_legal(m)) return false;
        visit(ReplayStep{*pos, m, score, scored});
        pos->make(m);
        return true;
    };
    for (Move m : game.prefix)
        if (!play(m, 0, false)) return detail::illegal_move(*pos, m, number);
    for (const ScoredMove& m : game.moves)
        if (!play(m.move, m.score, true)) return detail::illegal_move(*pos, m.move, number);
    return pos;
}

// Whether the final position fits the record's end reason: a mate is mate and won by the right side, a
// stalemate is one, and so on. Adjudications are taken on trust.
bool ending_is_plausible(const Game& game, const Position& last);

}  // namespace stillpoint::spg
