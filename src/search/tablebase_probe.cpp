// Step 5 of a node: endgame tablebases.
#include "search/worker.h"
#include "tablebase/tablebase.h"

namespace stillpoint {

// What the tables say about the node, which has no more pieces than they, and whether that settles it. They
// know the results of positions right after a capture or pawn move, so others are left to the search.
std::optional<Worker::TablebaseScore> Worker::probe_tablebase(const StackEntry* ss, const NodeFacts& facts,
                                                              int depth, Score alpha, Score beta) {
    const TablebaseSettings& settings = context_->tablebases;
    if (pos_.halfmove_clock() != 0 || pos_.castling_rights() != 0 ||
        (pos_.piece_count() == settings.max_pieces && depth < settings.min_depth))
        return std::nullopt;
    const auto wdl = tablebase::probe_wdl(pos_);
    if (!wdl) return std::nullopt;
    tablebase_hits_.store(tablebase_hits() + 1, std::memory_order_relaxed);

    using tablebase::Wdl;
    const bool cursed_counts = !settings.fifty_move_rule;
    Score score = kDrawScore;
    Bound bound = Bound::Exact;
    if (*wdl == Wdl::Win || (cursed_counts && *wdl == Wdl::CursedWin)) {
        score = tablebase_win_in(ss->ply);
        bound = Bound::Lower;
    } else if (*wdl == Wdl::Loss || (cursed_counts && *wdl == Wdl::BlessedLoss)) {
        score = -tablebase_win_in(ss->ply);
        bound = Bound::Upper;
    }
    if (bound != Bound::Exact && !(bound == Bound::Lower ? score >= beta : score <= alpha))
        return TablebaseScore{score, bound, false};
    facts.slot.write({.score = to_table(score, ss->ply),
                      .eval = kNoScore,
                      .depth = depth_of_certainty(depth),
                      .bound = bound,
                      .was_pv = facts.table_pv});
    return TablebaseScore{score, bound, true};
}

}  // namespace stillpoint
