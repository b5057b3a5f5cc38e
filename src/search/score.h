#pragma once

#include <cstdlib>

namespace stillpoint {

// Search scores, from the side to move. Beyond ordinary evaluations lie tablebase wins, then proven mates;
// both are counted in plies from the root, so that the shorter win is the larger score.
using Score = int;

inline constexpr int kMaxPly = 246;

inline constexpr Score kDrawScore = 0;
// The search moves draws by this much up or down at random, so that it doesn't take them all for the same.
inline constexpr Score kDrawNoise = 1;
inline constexpr Score kMateScore = 32000;
inline constexpr Score kInfiniteScore = 32001;
inline constexpr Score kNoScore = 32002;
inline constexpr Score kMinMateScore = kMateScore - kMaxPly;
inline constexpr Score kTablebaseScore = kMinMateScore - 1;
inline constexpr Score kMinTablebaseScore = kTablebaseScore - kMaxPly;
inline constexpr Score kMaxEval = kMinTablebaseScore - 1;

constexpr Score mate_in(int ply) { return kMateScore - ply; }
constexpr Score mated_in(int ply) { return -kMateScore + ply; }
constexpr Score tablebase_win_in(int ply) { return kTablebaseScore - ply; }

constexpr bool is_valid(Score s) { return s != kNoScore; }
constexpr bool is_win(Score s) { return s >= kMinTablebaseScore && s != kNoScore; }
constexpr bool is_loss(Score s) { return s <= -kMinTablebaseScore; }
constexpr bool is_decisive(Score s) { return is_win(s) || is_loss(s); }
constexpr bool is_mate(Score s) { return s >= kMinMateScore && s != kNoScore; }
constexpr bool is_mated(Score s) { return s <= -kMinMateScore; }

// As users should see it: a draw without its noise.
constexpr Score without_draw_noise(Score s) { return s <= kDrawNoise && s >= -kDrawNoise ? kDrawScore : s; }

// The table keeps decisive scores counted from its own position instead of from the root.
constexpr Score to_table(Score s, int ply) { return is_win(s) ? s + ply : is_loss(s) ? s - ply : s; }

// Back from the table. A win that would need more plies than the fifty-move rule leaves is no proof here:
// the position was reached by another path. It is then reported as a mere advantage.
constexpr Score from_table(Score s, int ply, int halfmove_clock) {
    if (s == kNoScore) return kNoScore;
    const int plies_left = 100 - halfmove_clock;
    if (is_win(s)) {
        if (is_mate(s)) return kMateScore - s > plies_left ? kMaxEval : s - ply;
        return kTablebaseScore - s > plies_left ? kMaxEval : s - ply;
    }
    if (is_loss(s)) {
        if (is_mated(s)) return kMateScore + s > plies_left ? -kMaxEval : s + ply;
        return kTablebaseScore + s > plies_left ? -kMaxEval : s + ply;
    }
    return s;
}

}  // namespace stillpoint
