#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "chess/notation.h"
#include "chess/position.h"
#include "search/limits.h"
#include "search/root_move.h"
#include "search/solo_search.h"
#include "tests/unit/support/games.h"

namespace stillpoint::test {

inline std::vector<RootMove> all_root_moves(const Position& pos) {
    std::vector<RootMove> roots;
    for (Move m : legal_moves(pos)) roots.emplace_back(m);
    return roots;
}

inline std::string uci(Move m) { return to_uci(m, CastlingNotation::KingTakesRook); }

inline Limits depth_limit(int depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

inline Limits node_limit(std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    return limits;
}

inline Position play(Position pos, std::initializer_list<std::string_view> moves) {
    for (std::string_view text : moves) {
        const Result<Move> m = parse_uci_move(pos, text);
        if (!m) throw std::runtime_error(std::string(text) + ": " + m.error());
        pos.make(*m);
    }
    return pos;
}

// Everything a finished search reported.
struct Found {
    Move move;
    Score score = kNoScore;
    Bound bound = Bound::None;
    int depth = 0;
    std::uint64_t nodes = 0;
    std::vector<Move> pv;
    std::vector<RootMove> roots;
    std::vector<SearchInfo> infos;

    std::string move_text() const { return uci(move); }
};

// A SoloSearch with the plain evaluation that keeps all it reported. Starts as after a new game.
class Searcher {
public:
    explicit Searcher(std::size_t hash_mebibytes = 4, const Tuning& tuning = {})
        : search_(std::make_unique<SoloSearch>(
              SoloSettings{.tuning = tuning, .hash_mebibytes = hash_mebibytes})) {}

    void new_game() { search_->clear(); }

    Found search(const Position& pos, const Limits& limits, int multi_pv = 1) {
        return search(pos, limits, all_root_moves(pos), multi_pv);
    }

    Found search(const Position& pos, const Limits& limits, const std::vector<RootMove>& roots,
                 int multi_pv = 1) {
        SearchContext context;
        search_->prepare(context, {.limits = limits, .multi_pv = multi_pv});
        return run(context, pos, roots);
    }

    // For tests that set more than limits: what the context of such a search holds.
    void fill(SearchContext& context, const Limits& limits) { search_->prepare(context, {.limits = limits}); }

    Found run(SearchContext& context, const Position& pos, const std::vector<RootMove>& roots,
              TraceListener* listener = nullptr) {
        Found found;
        context.on_info = [&](const SearchInfo& info) { found.infos.push_back(info); };
        search_->run(context, pos, roots, {.listener = listener});
        found.roots = worker().root_moves();
        found.nodes = worker().nodes();
        found.depth = worker().completed_depth();
        if (!found.roots.empty()) {
            found.move = found.roots[0].move();
            found.score = found.roots[0].score;
            found.bound = found.roots[0].shown_bound;
            found.pv = found.roots[0].pv;
        }
        return found;
    }

    Worker& worker() { return search_->worker(); }
    Table& table() { return search_->table(); }

private:
    std::unique_ptr<SoloSearch> search_;
};

// Plays the line on a copy and says whether every move was legal. The last position is left in `end`.
inline bool is_legal_line(const Position& root, const std::vector<Move>& line, Position* end = nullptr) {
    Position pos = root;
    for (Move m : line) {
        if (!pos.is_legal(m)) return false;
        pos.make(m);
    }
    if (end) *end = pos;
    return true;
}

inline bool is_checkmate(const Position& pos) { return pos.in_check() && !pos.has_legal_move(); }

inline std::string line_text(const std::vector<Move>& line) {
    std::string text;
    for (Move m : line) text += uci(m) + " ";
    return text;
}

}  // namespace stillpoint::test
