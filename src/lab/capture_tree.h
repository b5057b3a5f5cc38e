#pragma once

#include <string>
#include <vector>

#include "chess/position.h"
#include "engine/shown_score.h"
#include "nnue/network.h"
#include "search/score.h"

namespace stillpoint::lab {

// A position in which captures are played out. Scores are those of its side to move.
struct CaptureNode {
    Move move;         // that led here
    int exchange = 0;  // what the move wins by static exchange, a pawn as 100
    bool in_check = false;
    Score stand_pat = 0;  // not in check only
    Score value = 0;      // after the best captures, or none
    std::vector<CaptureNode> children;

    // Index of the child that gives the value; -1: standing pat is best.
    int best = -1;
};

// All captures and promotions from the position on, and answers to checks, as deep as can still be drawn.
// With `checks` also the quiet checks of the position itself, as quiescence may try them at its first ply.
CaptureNode capture_tree(const Position& pos, const nnue::Network* network, bool checks = false);

// What the exchange begun by the move wins, in material with a pawn as 100.
int exchange_value_of(const Position& pos, Move move);

// As lines of text. `view` is 1 to show scores for the position's side to move, -1 for the other side.
std::string draw(const CaptureNode& node, const Position& pos, int view, const ScoreScale& scale);

}  // namespace stillpoint::lab
