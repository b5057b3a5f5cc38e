#pragma once

#include "chess/position.h"
#include "search/score.h"

// The one place where search units become what people and programs are shown: UCI's info lines, reports, the
// lab and every JSON.
namespace stillpoint {

// Mates are shown by their distance, everything else in centipawns.
constexpr bool is_mate_score(Score s) { return is_mate(s) || is_mated(s); }
// Moves to mate: positive for the side to move, negative against it; 0 for a mate on the board. Only for
// mates.
constexpr int mate_distance(Score s) { return s > 0 ? (kMateScore - s + 1) / 2 : -(kMateScore + s) / 2; }

// Centipawns: +100 means a 50 % chance to win with the material of a position. A search's scores are all
// shown with the material of its root, however deep they were found, so that they can be compared.
class ScoreScale {
public:
    explicit ScoreScale(const Position& root);

    // Decisive tablebase scores become 20000 minus their distance.
    int centipawns(Score score) const;

private:
    double pawn_;  // in search units
};

inline int to_centipawns(Score score, const Position& pos) { return ScoreScale(pos).centipawns(score); }

}  // namespace stillpoint
