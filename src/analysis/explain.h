#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/reason.h"
#include "analysis/searcher.h"
#include "chess/position.h"

// Why a move is played, in a player's words. Only what was checked on the board is said: by the line itself,
// or by small searches (what happens if the other side does nothing, what a tempting move runs into).
namespace stillpoint {

// A line of moves and what it achieves for the side that begins it.
struct Consequence {
    std::vector<Move> line;
    Reason reason;

    bool empty() const { return reason.empty(); }
};

// A move that looks good at first sight and is not.
struct Temptation {
    Move move;
    Consequence answer{};  // to it; its reason may be empty
    double loss = 0;       // of winning chances, against the best move
};

struct Explanation {
    Position before;
    std::vector<Move> line;
    bool takes_back = false;
    Reason gain{};                    // what the line achieves
    Reason cost{};                    // what the other side achieves in it all the same
    Consequence threat{};             // of its first move, from the position after it with the move passed
    Consequence parried{};            // what it prevents, from the position before it with the move passed
    std::string plainly{};            // what anybody can see of the move: "develops the knight"
    std::optional<int> piece_gain{};  // centipawns the moved piece is worth more, by the network
    std::optional<Temptation> tempting{};  // for the best line only

    // One to three sentences.
    std::string text() const;
};

// Explains the first move of each line of a position; the first line is taken for the best. The lines must
// be legal and not empty. Not fast: a few small searches for each line.
class Explainer {
public:
    explicit Explainer(const nnue::Network* network);

    std::vector<Explanation> explain(const Position& pos, const std::vector<std::vector<Move>>& lines);

private:
    Analysis look(const Position& pos, Limits limits);
    // What the side to move achieves, if anything.
    Consequence consequence(const Position& pos, const std::vector<Move>& only, const Material& before);
    Consequence if_passed(const Position& pos);
    std::optional<Temptation> find_temptation(const Position& pos, Move best,
                                              const std::vector<Move>& tempting);
    std::vector<Move> tempting_moves(const Position& pos);
    bool still_works(const Position& after, const Consequence& plan);

    const nnue::Network* network_;
    Searcher searcher_;
};

}  // namespace stillpoint
