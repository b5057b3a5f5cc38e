#include "analysis/score_text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "util/text.h"

namespace stillpoint {

std::string eval_comment_text(Score score, const Position& pos) {
    const bool white = pos.side_to_move() == Color::White;
    if (is_mate_score(score)) {
        const int distance = mate_distance(score);
        const bool white_mates = (score > 0) == white;
        return concat({white_mates ? "#" : "#-", std::to_string(std::abs(distance))});
    }
    const int cp = to_centipawns(score, pos) * (white ? 1 : -1);
    return format("%s%d.%02d", cp < 0 ? "-" : "", std::abs(cp) / 100, std::abs(cp) % 100);
}

std::string white_score_text(Score score, const Position& pos) {
    const std::string text = eval_comment_text(score, pos);
    const bool needs_sign = text[0] != '-' && text[0] != '#' && text != "0.00";
    return concat({needs_sign ? "+" : "", text});
}

Wdl outcome_chances(Score score, const Position& pos) {
    if (!pos.has_legal_move() && !pos.in_check()) return {0, 1000, 0};
    return win_draw_loss(score, pos);
}

double winning_chance(Score score, const Position& pos) {
    const Wdl wdl = win_draw_loss(score, pos);
    return (wdl.win + wdl.draw / 2.0) / 1000.0;
}

double white_winning_chance(Score score, const Position& pos) {
    const double chance = winning_chance(score, pos);
    return pos.side_to_move() == Color::White ? chance : 1.0 - chance;
}

}  // namespace stillpoint
