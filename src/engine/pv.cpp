#include "engine/pv.h"

#include <algorithm>
#include <chrono>

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

std::vector<Move> extend_by_tablebases(const Position& root, std::vector<Move> pv, int max_pieces,
                                       const tablebase::LineLimits& limits) {
    const auto deadline = std::chrono::steady_clock::now() + limits.budget;
    Position board = root;
    for (std::size_t i = 0; i < pv.size(); ++i) {
        if (board.piece_count() <= max_pieces) {
            if (std::chrono::steady_clock::now() >= deadline) return pv;
            const auto ranking = tablebase::rank_root_moves(board, {.use_rule50 = limits.use_rule50});
            const auto keeps_the_result = [&](const tablebase::RankedMove& m) {
                return m.move == pv[i] && m.outcome == ranking->best().outcome;
            };
            if (!ranking) return pv;
            if (std::none_of(ranking->moves.begin(), ranking->moves.end(), keeps_the_result)) {
                pv.resize(i);
                break;
            }
        }
        board.make(pv[i]);
    }
    if (board.piece_count() > max_pieces || is_game_over(board)) return pv;
    tablebase::LineLimits rest = limits;
    rest.budget =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    for (Move m : tablebase::winning_line(board, rest)) pv.push_back(m);
    return pv;
}

}  // namespace stillpoint
