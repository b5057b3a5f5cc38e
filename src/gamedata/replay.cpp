#include "gamedata/replay.h"

#include "chess/fen.h"
#include "chess/notation.h"

namespace stillpoint::spg {

namespace detail {

Error illegal_move(const Position& pos, Move m, std::size_t number) {
    return Error{"half-move " + std::to_string(number) + ": " + to_uci(m, CastlingNotation::KingTakesRook) +
                 " is illegal in " + to_fen(pos)};
}

}  // namespace detail

bool ending_is_plausible(const Game& game, const Position& last) {
    if (game.result == GameResult::Unknown) return game.end_reason == EndReason::MaxPlies;
    const bool draw = game.result == GameResult::Draw;
    switch (game.end_reason) {
        case EndReason::Mate: {
            const GameResult winner =
                last.side_to_move() == Color::White ? GameResult::BlackWins : GameResult::WhiteWins;
            return game.result == winner && last.in_check() && !last.has_legal_move();
        }
        case EndReason::Stalemate: return draw && !last.in_check() && !last.has_legal_move();
        case EndReason::Repetition: return draw && last.times_seen_before() > 0;
        case EndReason::FiftyMoves: return draw && last.halfmove_clock() >= 100;
        case EndReason::Material: return draw && last.has_insufficient_material();
        case EndReason::WinAdjudicated: return !draw;
        case EndReason::DrawAdjudicated:
        case EndReason::MaxPlies: return draw;
    }
    return false;
}

}  // namespace stillpoint::spg
