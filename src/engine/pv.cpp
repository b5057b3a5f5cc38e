#include "engine/pv.h"

namespace stillpoint {

namespace {

bool is_drawn_by_rule(const Position& pos) {
    return pos.times_seen_before() >= 2 || pos.is_draw_by_fifty_moves() || pos.has_insufficient_material();
}

}  // namespace

bool is_game_over(const Position& pos) { return is_drawn_by_rule(pos) || !pos.has_legal_move(); }

std::vector<Move> presentable_pv(const Position& root, const std::vector<Move>& pv) {
    std::vector<Move> shown;
    Position board = root;
    for (Move m : pv) {
        if (!board.is_legal(m)) break;
        shown.push_back(m);
        board.make(m);
        if (is_drawn_by_rule(board)) break;
    }
    return shown;
}

}  // namespace stillpoint
