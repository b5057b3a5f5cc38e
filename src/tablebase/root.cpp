#include "tablebase/root.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>

#include "chess/movegen.h"
#include "tablebase/fathom.h"
#include "tablebase/root_rank.h"
#include "tablebase/tablebase.h"

namespace stillpoint::tablebase {

namespace {

bool is_zeroing(const Position& pos, Move m) {
    return pos.is_capture(m) || type_of(pos.moved_piece(m)) == PieceType::Pawn;
}

bool is_mate(const Position& pos) { return pos.in_check() && !pos.has_legal_move(); }

std::vector<RankedMove> rank_by_dtz(const Position& pos, const fathom::RootDtz& root, const GameFacts& game) {
    Position after = pos;
    std::vector<RankedMove> moves;
    for (const auto& [move, dtz] : root.moves) {
        const bool zeroing = is_zeroing(pos, move);
        after.make(move);
        const MoveRank r = rank_move({.dtz = dtz,
                                      .zeroing = zeroing,
                                      .mates = is_mate(after),
                                      .draws_by_rule = after.times_seen_before() >= 2},
                                     game);
        after.undo();
        moves.push_back({move, r.rank, r.wdl, r.wdl == Wdl::Draw ? 0 : dtz, r.outcome, zeroing});
    }
    return moves;
}

std::optional<std::vector<RankedMove>> rank_by_wdl(const Position& pos, const GameFacts& game) {
    Position after = pos;
    MoveList legal;
    generate<GenKind::Legal>(pos, legal);
    std::vector<RankedMove> moves;
    for (Move move : legal) {
        const bool zeroing = is_zeroing(pos, move);
        after.make(move);
        const auto wdl = fathom::wdl(after);
        if (!wdl) return std::nullopt;
        const MoveRank r = rank_move_by_wdl({.wdl = -*wdl,
                                             .zeroing = zeroing,
                                             .mates = is_mate(after),
                                             .draws_by_rule = after.times_seen_before() >= 2,
                                             .repeats = after.times_seen_before() >= 1},
                                            game);
        after.undo();
        moves.push_back({move, r.rank, r.wdl, 0, r.outcome, zeroing});
    }
    return moves;
}

// The winner's most direct move and the loser's longest defence are both the one with the lower dtz.
bool is_better(const RankedMove& a, const RankedMove& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.dtz < b.dtz;
}

// The distance after a zeroing move: dtz alone does not tell a queen from a rook when promoting.
int distance_after(Position& pos, Move m) {
    pos.make(m);
    int distance = 0;  // mate on the board
    if (pos.has_legal_move()) {
        const auto root = fathom::root(pos);
        distance = root ? std::abs(root->dtz) : std::numeric_limits<int>::max();
    }
    pos.undo();
    return distance;
}

Move choose_move(Position& pos, const RootRanking& ranking) {
    const RankedMove& best = ranking.best();
    if (best.outcome != Outcome::Win || !best.zeroing) return best.move;
    Move chosen = best.move;
    int shortest = std::numeric_limits<int>::max();
    for (const RankedMove& candidate : ranking.moves) {
        if (candidate.rank != best.rank || candidate.dtz != best.dtz || !candidate.zeroing) continue;
        const int distance = distance_after(pos, candidate.move);
        if (distance >= shortest) continue;
        shortest = distance;
        chosen = candidate.move;
    }
    return chosen;
}

}  // namespace

std::optional<RootRanking> rank_root_moves(const Position& pos, RootOptions options) {
    if (!is_in_reach(pos) || !pos.has_legal_move()) return std::nullopt;
    const GameFacts game{.clock = pos.halfmove_clock(),
                         .use_rule50 = options.use_rule50,
                         .has_repeated = options.has_repeated || pos.times_seen_before() > 0};
    RootRanking ranking;
    if (const auto root = fathom::root(pos)) {
        ranking.moves = rank_by_dtz(pos, *root, game);
    } else if (auto moves = rank_by_wdl(pos, game)) {
        ranking.by = RankedBy::Wdl;
        ranking.moves = std::move(*moves);
    } else {
        return std::nullopt;
    }
    std::stable_sort(ranking.moves.begin(), ranking.moves.end(), is_better);
    return ranking;
}

Result<ProbeReport> probe(const Position& pos) {
    if (max_pieces() == 0) return Error{"no tablebases: set SyzygyPath"};
    if (pos.castling_rights() != 0) return Error{"tablebases don't know castling rights"};
    if (!is_in_reach(pos))
        return Error{std::to_string(pos.piece_count()) + " pieces; the largest table has " +
                     std::to_string(max_pieces())};
    ProbeReport report;
    if (!pos.has_legal_move()) {
        report.wdl = pos.in_check() ? Wdl::Loss : Wdl::Draw;
        report.dtz = 0;
        return report;
    }
    const auto wdl = fathom::wdl(pos);
    auto ranking = rank_root_moves(pos, {});
    if (!wdl || !ranking) return Error{"a table this position needs is missing"};
    report.wdl = *wdl;
    report.ranking = std::move(*ranking);
    if (const auto root = fathom::root(pos)) report.dtz = root->dtz;
    return report;
}

std::vector<Move> winning_line(const Position& pos, const LineLimits& limits) {
    const auto deadline = std::chrono::steady_clock::now() + limits.budget;
    std::vector<Move> line;
    Position at = pos;
    while (static_cast<int>(line.size()) < limits.max_plies && std::chrono::steady_clock::now() < deadline) {
        // As if a position had repeated: a line that is shown should go straight to its end.
        const auto ranking = rank_root_moves(at, {.use_rule50 = limits.use_rule50, .has_repeated = true});
        if (!ranking || ranking->by != RankedBy::Dtz || ranking->best().outcome == Outcome::Draw) break;
        line.push_back(choose_move(at, *ranking));
        at.make(line.back());
    }
    return line;
}

}  // namespace stillpoint::tablebase
