#pragma once

#include <limits>

#include "chess/move.h"
#include "search/node_kind.h"
#include "search/rule.h"
#include "search/score.h"
#include "search/table.h"

namespace stillpoint {

class Histories;
struct NodeFacts;
template <class SomeTuning>
struct TunedNode;
struct ReductionTerms;
struct Tuning;
enum class PickStage : std::uint8_t;

// How a node begins.
struct NodeEntry {
    NodeKind kind = NodeKind::NonPv;
    bool quiescence = false;
    bool cut_node = false;
    int ply = 0;
    int depth = 0;  // in quiescence 0 at the first ply, then falling
    Score alpha = 0;
    Score beta = 0;
    Move excluded{};
    Purpose purpose = Purpose::Root;  // filled in by the trace
};

// What it knows before its first move.
struct NodeEvaluation {
    Score raw = kNoScore;          // of the evaluator, before correction
    Score static_eval = kNoScore;  // corrected
    Score eval = kNoScore;         // or the table's score where that tells more
    bool in_check = false;
    bool improving = false;
    bool table_hit = false;
    TableData table{};  // score counted from the root
};

// A rule that held, with the figure that decided and what it was compared to. kNoFigure where the rule knows
// no figure of its own (an exchange is only ever compared).
inline constexpr int kNoFigure = std::numeric_limits<int>::min();
struct Finding {
    Rule rule = Rule::None;
    int figure = kNoFigure;
    int limit = kNoFigure;
};

// Reasons for which a node changes its depth after it was entered.
enum class DepthChange : std::uint8_t {
    Hindsight,           // the parent's reduction was not justified, or too timid
    IterativeReduction,  // no table move
    SingularGrowth,      // its table move is very singular
    AlphaRaised,         // a good move is in hand
    Count
};

// A move of the picker, before anything is decided about it.
struct MoveConsidered {
    Move move;
    int count = 0;  // 1 for the first
    PickStage stage{};
    int score = 0;  // the picker's, where the stage sorts
    bool gives_check = false;
    // The node as it is when the move's turn comes: what is left to search, the window, the best so far.
    int depth = 0;
    Score alpha = 0;
    Score beta = 0;
    Score best = 0;
    Move best_move{};
    const NodeFacts* facts = nullptr;  // null in quiescence
    const TunedNode<Tuning>* node = nullptr;
    const Histories* histories = nullptr;
};

// How deep a move is to be searched and what its reduction is made of, in 1024ths of a ply.
struct MoveDepth {
    int new_depth = 0;
    int extension = 0;
    int base = 0;
    int reduction = 0;
    const Tuning* tuning = nullptr;
    const NodeFacts* facts = nullptr;
    const ReductionTerms* terms = nullptr;
};

// What came of it. `alpha` and `best` are those before the move.
struct MoveResult {
    Move move;
    Score score = 0;
    Score alpha = 0;
    Score beta = 0;
    Score best = 0;
};

// Hears everything a worker's search does, in the order in which it happens. Nodes nest:
// every entered() has its left(). Pointers in the arguments are good during the call.
class TraceListener {
public:
    virtual ~TraceListener() = default;

    virtual void entered(const NodeEntry&) {}
    virtual void evaluated(const NodeEvaluation&) {}
    virtual void depth_changed(DepthChange, int /*plies*/) {}
    virtual void considered(const MoveConsidered&) {}
    virtual void quiets_called_off(const Finding&) {}
    virtual void skipped(Move, const Finding&) {}
    virtual void depth_chosen(const MoveDepth&) {}
    // The board has moved: one node more in the engine's count.
    virtual void made(Move) {}
    virtual void concluded(const MoveResult&) {}
    // The rule that ended the node, or none if its moves did.
    virtual void left(const Finding&, Score) {}
    // The search is being stopped; the score means nothing.
    virtual void abandoned() {}
};

}  // namespace stillpoint
