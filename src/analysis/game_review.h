#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/game_positions.h"
#include "analysis/reason.h"
#include "analysis/searcher.h"
#include "pgn/game.h"

namespace stillpoint {

enum class Judgement { None, Inaccuracy, Mistake, Blunder };

// How much of the winning chances (0 to 1: wins plus half the draws) a move must give away for each
// judgement.
struct Thresholds {
    double inaccuracy = 0.10;
    double mistake = 0.20;
    double blunder = 0.30;
};

Judgement judge_loss(double loss, const Thresholds& thresholds);

// The sign in PGN: ?!, ? or ??; 0 for none.
int nag_of(Judgement judgement);
std::string_view name_of(Judgement judgement);

// From 0 to 100: how well a move that gave away this much kept the winning chances; 100 * exp(-4 * loss).
double move_accuracy(double loss);

// A move of the game and what there is to say about it.
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
    GamePositions positions;
    std::vector<Score> scores;  // of the positions, from the side to move
    std::vector<ReviewedMove> moves;
    ByColor<SideReview> sides;
};

// Calls `evaluate` for every position of the game, from the last to the first: what lies ahead is then
// already in the table. Nothing if `evaluate` has no answer, as after an interrupt.
using Evaluate = std::function<std::optional<Analysis>(const Position&)>;
std::optional<GameReview> review_game(const pgn::Game& game, const Thresholds& thresholds,
                                      const Evaluate& evaluate);

// Writes the review into the game: an [%eval] comment after each move, signs and reasons for the judged
// moves, better lines and refutations as variations. What people wrote stays; their signs take precedence.
void annotate_game(pgn::Game& game, const GameReview& review);

// Removes all comments, signs and variations.
void strip_annotations(pgn::Game& game);

}  // namespace stillpoint
