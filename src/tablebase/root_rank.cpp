#include "tablebase/root_rank.h"

#include <cstdlib>

namespace stillpoint::tablebase {

namespace {

constexpr int kLastPly = 100;  // the fifty-move rule in half-moves

MoveRank with_outcome(int rank, Wdl wdl, const GameFacts& game) {
    return {rank, wdl, outcome(wdl, game.use_rule50)};
}

// What the clock will show when the zeroing move comes. A zeroing move itself is never too late; its dtz is
// 1, or 101 if the win after it takes too long for the rule.
int plies_on_clock(const MoveFacts& move, const GameFacts& game) {
    return std::abs(move.dtz) + (move.zeroing ? 0 : game.clock);
}

Wdl wdl_with_clock(const MoveFacts& move, const GameFacts& game) {
    if (move.dtz == 0) return Wdl::Draw;
    const bool in_time = move.mates || plies_on_clock(move, game) <= kLastPly;
    const Wdl amount = in_time ? Wdl::Win : Wdl::CursedWin;
    return move.dtz > 0 ? amount : -amount;
}

int rank_of_win(const MoveFacts& move, const GameFacts& game) {
    if (move.mates) return kWinRank + 1;
    const bool safe = plies_on_clock(move, game) < kLastPly;
    return safe && !game.has_repeated ? kWinRank : kWinRank - move.dtz;
}

int rank_of_loss(const MoveFacts& move, const GameFacts& game) {
    // Only a long defence can reach the hundredth half-move, with the help of the opponent's mistakes.
    const bool rule_may_save =
        game.use_rule50 && !move.zeroing && 2 * std::abs(move.dtz) + game.clock >= kLastPly;
    return rule_may_save ? -kWinRank + std::abs(move.dtz) : -kWinRank;
}

}  // namespace

MoveRank rank_move(const MoveFacts& move, const GameFacts& game) {
    if (move.draws_by_rule || move.dtz == 0) return with_outcome(0, Wdl::Draw, game);
    const Wdl wdl = wdl_with_clock(move, game);
    switch (outcome(wdl, game.use_rule50)) {
        case Outcome::Win: return with_outcome(rank_of_win(move, game), wdl, game);
        case Outcome::Loss: return with_outcome(rank_of_loss(move, game), wdl, game);
        case Outcome::Draw: break;
    }
    // Drawn only by the rule: the nearer to a real win the better, since the opponent may go wrong.
    const int rank = kCursedRank - plies_on_clock(move, game);
    return with_outcome(move.dtz > 0 ? rank : -rank, wdl, game);
}

MoveRank rank_move_by_wdl(const WdlMoveFacts& move, const GameFacts& game) {
    if (move.draws_by_rule || move.wdl == Wdl::Draw) return with_outcome(0, Wdl::Draw, game);
    int rank = outcome(move.wdl, game.use_rule50) == Outcome::Draw ? kCursedRank : kWinRank;
    if (static_cast<int>(move.wdl) < 0) return with_outcome(-rank, move.wdl, game);
    if (move.mates) ++rank;
    // A capture or pawn move that keeps the win is certain progress.
    const bool hurry = game.has_repeated || 2 * game.clock >= kLastPly;
    if (hurry && !move.zeroing && !move.mates) --rank;
    if (move.repeats) rank -= 2;
    return with_outcome(rank, move.wdl, game);
}

}  // namespace stillpoint::tablebase
