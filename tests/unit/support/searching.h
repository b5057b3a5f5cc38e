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
#include "search/context.h"
#include "search/limits.h"
#include "search/root_move.h"
#include "search/table.h"
#include "search/worker.h"
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

// All that a finished search says.
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

// One worker with a table of its own and the plain evaluation: no threads, no clock unless asked for. Starts
// as after a new game.
class Searcher {
public:
    explicit Searcher(std::size_t hash_mebibytes = 4) : worker_(std::make_unique<Worker>()) {
        table_.resize(hash_mebibytes);
    }

    void new_game() {
        table_.clear(1);
        worker_->clear();
    }

    Found search(const Position& pos, const Limits& limits, int multi_pv = 1) {
        return search(pos, limits, all_root_moves(pos), multi_pv);
    }

    Found search(const Position& pos, const Limits& limits, const std::vector<RootMove>& roots,
                 int multi_pv = 1) {
        SearchContext context;
        fill(context, limits);
        context.multi_pv = multi_pv;
        return run(context, pos, roots);
    }

    // For tests that set more than limits; table and workers are filled in by fill().
    void fill(SearchContext& context, const Limits& limits) {
        context.table = &table_;
        context.limits = limits;
        context.workers = {worker_.get()};
        table_.new_search();
    }

    Found run(SearchContext& context, const Position& pos, const std::vector<RootMove>& roots) {
        Found found;
        context.on_info = [&](const SearchInfo& info) { found.infos.push_back(info); };
        worker_->run(context, pos, roots);
        found.roots = worker_->root_moves();
        found.nodes = worker_->nodes();
        found.depth = worker_->completed_depth();
        if (!found.roots.empty()) {
            found.move = found.roots[0].move();
            found.score = found.roots[0].score;
            found.bound = found.roots[0].shown_bound;
            found.pv = found.roots[0].pv;
        }
        return found;
    }

    Worker& worker() { return *worker_; }
    Table& table() { return table_; }

private:
    Table table_;
    std::unique_ptr<Worker> worker_;
};

// Plays the line on a copy. Whether every move was legal; the last position is left in `end`.
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
