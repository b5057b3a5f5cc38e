#include "search/root_moves.h"

#include <algorithm>

#include "chess/movegen.h"
#include "tablebase/root.h"

namespace stillpoint {

namespace {

Score score_of(tablebase::Outcome outcome) {
    if (outcome == tablebase::Outcome::Win) return kTablebaseScore - 1;
    if (outcome == tablebase::Outcome::Loss) return -kTablebaseScore + 1;
    return kDrawScore;
}

void rank_by(const tablebase::RootRanking& ranking, std::vector<RootMove>& roots) {
    for (RootMove& root : roots)
        for (const auto& ranked : ranking.moves)
            if (ranked.move == root.move()) {
                root.tablebase_rank = ranked.rank;
                root.tablebase_score = score_of(ranked.outcome);
            }
    std::stable_sort(roots.begin(), roots.end(), [](const RootMove& a, const RootMove& b) {
        return a.tablebase_rank > b.tablebase_rank;
    });
}

}  // namespace

std::vector<RootMove> root_moves_of(const Position& pos, const Limits& limits,
                                    TablebaseSettings& tablebases) {
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    const std::vector<Move>& wanted = limits.search_moves;
    std::vector<RootMove> roots;
    for (Move m : moves)
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), m) != wanted.end())
            roots.emplace_back(m);

    if (pos.piece_count() > tablebases.max_pieces) return roots;
    const auto ranking = tablebase::rank_root_moves(
        pos, {.use_rule50 = tablebases.fifty_move_rule, .has_repeated = pos.has_repeated()});
    if (!ranking) return roots;
    rank_by(*ranking, roots);
    tablebases.root_in_tablebase = true;
    // With distances known the tables have said all they can; probing on would only hide mates from the
    // search.
    if (ranking->by == tablebase::RankedBy::Dtz) tablebases.max_pieces = 0;
    return roots;
}

}  // namespace stillpoint
