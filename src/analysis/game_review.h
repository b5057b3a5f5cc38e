#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analysis/judgement.h"
#include "analysis/reason.h"
#include "analysis/searcher.h"
#include "pgn/game.h"

namespace stillpoint {

// A move of the game and what is to be said about it.
struct ReviewedMove {
    Move played;
    double loss = 0;  // of the mover's winning chances
    Judgement judgement = Judgement::None;
    Reason missed;                      // what the better move would have achieved; for judged moves only
    Reason refutation;                  // what the answer to the move achieves; for judged moves only
    std::vector<Move> better_line;      // from the position before the move
    std::vector<Move> refutation_line;  // from the position after it
};

struct SideReview {
    int moves = 0, inaccuracies = 0, mistakes = 0, blunders = 0;
    double accuracy = 0;   // mean of the moves', 0 to 100
    double mean_loss = 0;  // of winning chances
};

struct GameReview {
    std::vector<Position> positions;  // one more than there are moves
    std::vector<Score> scores;        // of the positions, from the side to move
    std::vector<ReviewedMove> moves;
    ByColor<SideReview> sides;
};

// Asks `evaluate` about every position of the game, from the last to the first: what lies ahead is then in
// the table already. Nothing if `evaluate` has no answer, as after an interrupt.
using Evaluate = std::function<std::optional<Analysis>(const Position&)>;
std::optional<GameReview> review_game(const pgn::Game& game, const Thresholds& thresholds,
                                      const Evaluate& evaluate);

// Writes the review into the game: an [%eval] comment after each move, signs and reasons for the judged
// moves, better lines and refutations as variations. What people wrote stays; their signs win.
void annotate_game(pgn::Game& game, const GameReview& review);

// Removes all comments, signs and variations.
void strip_annotations(pgn::Game& game);

}  // namespace stillpoint
