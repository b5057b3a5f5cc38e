#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "lab/ordering_terms.h"
#include "search/move_picker.h"
#include "search/trace_listener.h"

namespace stillpoint::lab {

struct LineVisit;

// What became of the line's move in one node.
struct MoveFate {
    int place = 0;  // 0: its turn never came
    PickStage stage = PickStage::Done;
    int picker_score = 0;
    std::vector<Term> ordering;
    Finding skipped;  // the rule that skipped it, or none

    bool searched = false;
    int new_depth = 0;
    int extension = 0;
    int base = 0;       // of the reduction, 1024ths of a ply
    int reduction = 0;  // the sum
    std::vector<Term> reduction_terms;
    std::vector<std::unique_ptr<LineVisit>> attempts;  // shallower, again, with the full window: in order

    bool concluded = false;
    Score score = 0;
    Score alpha = 0, beta = 0;  // when it came
};

// A search besides the moves: the null move, ProbCut, the singular test.
struct SideSearch {
    NodeEntry entry;
    Move move;  // where one was made
    Score score = 0;
};

// One search of a position on the line.
struct LineVisit {
    NodeEntry entry;
    NodeEvaluation evaluation;
    std::vector<std::pair<DepthChange, int>> depth_changes;
    std::vector<SideSearch> side_searches;
    int considered = 0;         // moves the picker gave
    Finding quiets_called_off;  // the first time
    Move best;
    MoveFate fate;                           // of the next move of the line
    std::unique_ptr<LineVisit> handed_over;  // razoring: the same position in quiescence
    Finding ended;
    Score score = 0;

    Bound bound() const {
        return score >= entry.beta ? Bound::Lower : score > entry.alpha ? Bound::Exact : Bound::Upper;
    }
    // Where the verdict was reached: here, or in the quiescence that took over.
    const LineVisit& deciding() const { return handed_over ? *handed_over : *this; }
    // The last and deepest search after the line's move; null if there was none.
    const LineVisit* next() const { return fate.attempts.empty() ? nullptr : fate.attempts.back().get(); }
};

// Follows one line of moves through a search and remembers what happened to it in the last root window that
// was searched to its end.
class LineWatcher : public TraceListener {
public:
    explicit LineWatcher(std::vector<Move> line) : line_(std::move(line)) {}

    const std::vector<Move>& line() const { return line_; }
    const LineVisit* root() const { return root_.get(); }

    void entered(const NodeEntry& entry) override;
    void evaluated(const NodeEvaluation& evaluation) override;
    void depth_changed(DepthChange why, int plies) override;
    void considered(const MoveConsidered& move) override;
    void quiets_called_off(const Finding& finding) override;
    void skipped(Move move, const Finding& finding) override;
    void depth_chosen(const MoveDepth& depth) override;
    void made(Move move) override;
    void concluded(const MoveResult& result) override;
    void left(const Finding& finding, Score score) override;
    void abandoned() override;

private:
    struct Open {
        std::unique_ptr<LineVisit> visit;
        Move considering;  // the move in hand
        Move made;         // the last one made
    };

    bool on_line() const { return away_ == 0 && !open_.empty(); }
    bool continues_line(const NodeEntry& entry) const;
    Move next_move(const LineVisit& visit) const;
    bool holds_line_move() const;
    void close();

    std::vector<Move> line_;
    std::vector<Open> open_;
    std::unique_ptr<LineVisit> root_;
    int away_ = 0;      // how many nodes off the line are open
    NodeEntry detour_;  // the first of them
    bool stopping_ = false;
};

}  // namespace stillpoint::lab
