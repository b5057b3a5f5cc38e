#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "chess/move.h"
#include "search/node_kind.h"
#include "search/rule.h"
#include "search/score.h"
#include "search/table.h"
#include "search/trace_listener.h"

namespace stillpoint::lab {

// Where a record lies in a recorded tree: its name for whoever wants to come back to it.
using TreeId = std::uint64_t;

// What a node did with one move, or searched besides: skipped it, or searched something and left a record.
struct TreeChild {
    bool skipped = false;
    Move move{};             // of a skipped move
    Rule rule = Rule::None;  // that skipped it
    TreeId id = 0;           // of a searched child
};

// One search of one position. A position searched again, deeper or with a wider window, is a node of its own.
struct TreeNode {
    TreeId id = 0;
    NodeEntry entry;
    Move move;          // that led here; none at the root and where the position is the parent's
    bool made = false;  // the move was made for this node; a second search of it doesn't make it again
    bool in_check = false;
    bool abandoned = false;  // the search was stopped; the score means nothing
    Score static_eval = kNoScore;
    Score score = 0;
    Finding finding;  // the rule that ended it; none if its moves did
    Move best;
    std::uint64_t nodes = 0;  // moves made below, as the engine counts nodes
    std::vector<TreeChild> children;

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
