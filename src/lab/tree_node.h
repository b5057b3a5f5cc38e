#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "chess/move.h"
#include "search/move_picker.h"
#include "search/node_kind.h"
#include "search/rule.h"
#include "search/score.h"
#include "search/table.h"
#include "search/trace_listener.h"

namespace stillpoint::lab {

// Where a record lies in a recorded tree: its name for whoever wants to come back to it.
using TreeId = std::uint64_t;

// What a node knew of one of its moves when the picker handed it out.
struct TreePick {
    int place = 0;  // 1 for the first; 0: no move of a picker led here
    PickStage stage = PickStage::Done;
    int score = 0;  // what the statistics add up to, where the stage sorts (is_sorted)

    bool operator==(const TreePick&) const = default;
};

// How deep the main search then wanted to look at it.
struct TreeDepth {
    int extension = 0;  // plies
    int reduction = 0;  // 1024ths of a ply
    int history = 0;    // the move's record, as the reduction takes it into account

    bool operator==(const TreeDepth&) const = default;
};

// What a node did with one move, or searched besides: skipped it, or searched something and left a record.
struct TreeChild {
    bool skipped = false;
    Move move{};             // of a skipped move
    Rule rule = Rule::None;  // that skipped it
    TreePick pick{};         // of a skipped move
    TreeId id = 0;           // of a searched child
};

// One search of one position. A position searched again, deeper or with a wider window, is a node of its own.
struct TreeNode {
    TreeId id = 0;
    NodeEntry entry;
    Move move;          // that led here; none at the root and where the position is the parent's
    bool made = false;  // the move was made for this node; a second search of it doesn't make it again
    TreePick pick;      // of that move
    TreeDepth planned;  // for that move
    bool in_check = false;
    bool abandoned = false;  // the search was stopped; the score means nothing
    Score static_eval = kNoScore;
    Score score = 0;
    Finding finding;  // the rule that ended it; none if its moves did
    Move best;
    std::uint64_t nodes = 0;  // moves made below, as the engine counts nodes
    std::vector<TreeChild> children;

    bool is_picked() const { return pick.place > 0; }
    // Quiescence neither extends nor reduces its moves.
    bool has_planned_depth() const { return is_picked() && entry.purpose != Purpose::Forcing; }

    Bound bound() const {
        return score >= entry.beta ? Bound::Lower : score > entry.alpha ? Bound::Exact : Bound::Upper;
    }
};

// A tree's first lines: what was searched.
struct TreeHeader {
    std::string fen;
    bool chess960 = false;
    int depth = 0;
    std::uint64_t node_limit = 0;
};

struct TreeRoot {
    int depth = 0;  // of its iteration; the window itself may have been searched less deep
    TreeId id = 0;
};

// And its last: the windows of the iterations, in order, and how much there is.
struct TreeIndex {
    std::vector<TreeRoot> roots;
    std::uint64_t records = 0;
    std::uint64_t nodes = 0;
};

}  // namespace stillpoint::lab
