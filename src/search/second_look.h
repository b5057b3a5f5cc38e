#pragma once

#include <optional>
#include <vector>

#include "search/solo_search.h"
#include "search/trace_listener.h"

namespace stillpoint {

// Looks again at something a search has just decided, with some technique switched off at that one node. A
// worker of its own takes the place of the one that decided: the same line on the board and on the stack,
// copies of the table and of all that was learnt. The search notices nothing of it, so its listener may ask.
class SecondLook {
public:
    SecondLook(const SoloSettings& settings, const TablebaseSettings& tablebases);

    // Before each question: the node at which the search is, and the techniques it may use this time. False
    // if there is no memory for a copy of the table.
    bool take_place(const SoloSearch& search, const NodeEntry& node, const Features& there);

    // The node once more, in the window it had.
    Score node();
    // The node as its parent would search it after a reduced search that was not enough.
    Score unreduced_node(int depth, bool cut_node);
    // The move that was skipped, as it would have been searched. Nothing if another rule would skip it too.
    std::optional<Score> move(const MoveConsidered& skipped);
    // The quiet moves that come after `last` and are not among `seen`, one after the other, up to the first
    // that beats alpha. Nothing if none of them was searched.
    struct QuietMove {
        MoveConsidered considered;
        Score score;
    };
    std::optional<QuietMove> quiets(const MoveConsidered& last, const std::vector<Move>& seen);

    // The score of the node, or of the move, to within a few centipawns. `answer` is what was found, on the
    // wrong side of a bound; the truth lies there or further from the bound.
    Score settle_node(Score answer, bool upwards, int depth, bool cut_node);
    Score settle_move(Score answer, const MoveConsidered& considered);

    // Of the node.
    const Position& position() const;
    // Since take_place().
    std::uint64_t nodes() const { return search_.worker().nodes() - nodes_before_; }

private:
    Worker& worker() { return search_.worker(); }
    void copy_line(const Worker& other);
    template <NodeKind kKind>
    std::optional<Score> main_move(const MoveConsidered& considered);
    // The move without a window: its score is at least beta, or below.
    Score probe_move(const MoveConsidered& considered, Score beta);
    Score probe_node(Score beta, int depth, bool cut_node);

    const Tuning tuning_;
    SoloSearch search_;
    SearchContext context_;
    NodeEntry node_;
    StackEntry* ss_ = nullptr;
    std::uint64_t nodes_before_ = 0;
};

}  // namespace stillpoint
