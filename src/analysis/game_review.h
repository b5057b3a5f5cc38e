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

enum class Judgement { None, Good, Inaccuracy, Mistake, Blunder };

constexpr bool is_fault(Judgement judgement) { return judgement >= Judgement::Inaccuracy; }

// How much of the winning chances (0 to 1: wins plus half the draws) a move must give away for each
// judgement.
struct Thresholds {
    double inaccuracy = 0.10;
    double mistake = 0.20;
    double blunder = 0.30;
};

// None or a fault; what makes a move good is found out by the review.
Judgement judge_loss(double loss, const Thresholds& thresholds);

// The sign in PGN: !, ?!, ? or ??; 0 for none.
int nag_of(Judgement judgement);
std::string_view name_of(Judgement judgement);

// From 0 to 100: how well a move that gave away this much kept the winning chances; 100 * exp(-4 * loss).
double move_accuracy(double loss);

// A move of the game and what there is to say about it.
struct ReviewedMove {
    Move played;
    double loss = 0;  // of the mover's winning chances
    Judgement judgement = Judgement::None;
    // For faults only:
    Reason missed;                      // what the better move would have achieved
    Reason refutation;                  // what the answer to the move achieves
    std::vector<Move> better_line;      // from the position before the move
    std::vector<Move> refutation_line;  // from the position after it
};

struct SideReview {
    int moves = 0, good = 0, inaccuracies = 0, mistakes = 0, blunders = 0;
    double accuracy = 0;   // mean of the moves', 0 to 100
    double mean_loss = 0;  // of winning chances
};

struct GameReview {
    GamePositions positions;
    std::vector<Score> scores;  // of the positions, from the side to move
    std::vector<int> depths;    // to which they were searched; 0 where the game is over
    std::vector<ReviewedMove> moves;
    ByColor<SideReview> sides;
};

// What a position is worth. With a real move `without`: if that move were not possible, for which
// effort_without() is enough. Nothing after an interrupt.
using Evaluate = std::function<std::optional<Analysis>(const Position& pos, Move without)>;
Limits effort_without(const Limits& limits, const Position& pos, Move without);

// Judges a game position by position, from the last to the first: what lies ahead is then already in the
// table.
//
// A move is a fault by the winning chances it gives away; what the engine would have played gives away
// nothing. It is good if it is the engine's choice, not one that goes without saying (the only legal move, a
// way out of check, a capture that wins something at once or takes back), and the next best would have been a
// mistake.
class GameReviewer {
public:
    GameReviewer(const Position& start, const std::vector<Move>& moves, const Thresholds& thresholds);

    // Positions that have not been looked at; the next one is the last of them.
    std::size_t left() const { return left_; }
    // Looks at the next position and judges the move played there. False if `evaluate` has no answer: then
    // nothing has changed.
    bool step(const Evaluate& evaluate);
    // What is known so far; the sides once nothing is left.
    const GameReview& review() const { return review_; }

private:
    void add_up();

    Thresholds thresholds_;
    GameReview review_;
    std::size_t left_;
    Position after_;  // the position before the last step's, and what was found there
    Analysis reply_;
};

// All of it. Nothing if `evaluate` had no answer.
std::optional<GameReview> review_game(const pgn::Game& game, const Thresholds& thresholds,
                                      const Evaluate& evaluate);

// The signs that judge a move are the first: !, ?, !!, ??, !?, ?!.
inline constexpr int kLastJudgingNag = 6;
// Whether somebody has judged the move with one of them.
bool has_judging_sign(const pgn::MoveNode& node);

// Writes the review into the game: an [%eval] comment after each move, signs for the judged moves, and for
// faults reasons, better lines and refutations as variations. What people wrote stays; their signs take
// precedence.
void annotate_game(pgn::Game& game, const GameReview& review);

// Removes all comments, signs and variations.
void strip_annotations(pgn::Game& game);

}  // namespace stillpoint
