#include "lab/tree_recorder.h"

#include <utility>

#include "lab/replay.h"
#include "search/move_picker.h"
#include "search/ordering.h"
#include "search/reductions.h"

namespace stillpoint::lab {

namespace {

// Searches of the parent's own position, and the one after a null move, are reached by no move.
bool is_reached_by_move(Purpose purpose) {
    switch (purpose) {
        case Purpose::Root:
        case Purpose::NullMove:
        case Purpose::NullMoveVerification:
        case Purpose::Razoring:
        case Purpose::Singular: return false;
        default: return true;
    }
}

// ProbCut tries captures before the node's moves are picked.
bool is_search_of_picked_move(Purpose purpose) {
    return is_reached_by_move(purpose) && purpose != Purpose::ProbCut &&
           purpose != Purpose::ProbCutQuiescence;
}

}  // namespace

void TreeRecorder::entered(const NodeEntry& entry) {
    TreeNode node;
    node.entry = entry;
    if (is_reached_by_move(entry.purpose)) {
        node.move = move_;
        node.made = std::exchange(move_is_new_, false);
    }
    if (is_search_of_picked_move(entry.purpose)) {
        node.pick = open_.back().pick;
        node.planned = open_.back().planned;
    }
    open_.push_back({std::move(node), {}, {}});
}

void TreeRecorder::evaluated(const NodeEvaluation& evaluation) {
    open_.back().node.in_check = evaluation.in_check;
    // In check the search carries an older evaluation along; it is not this position's.
    open_.back().node.static_eval = evaluation.in_check ? kNoScore : evaluation.static_eval;
}

void TreeRecorder::considered(const MoveConsidered& move) {
    int score = is_sorted(move.stage) ? move.score : 0;
    // Captures get a head start, which is no history.
    if (move.stage == PickStage::Evasion && move.node->pos.is_noisy(move.move))
        score -= order::kCapturesFirst;
    open_.back().pick = {move.count, move.stage, score};
}

void TreeRecorder::depth_chosen(const MoveDepth& depth) {
    open_.back().planned = {depth.extension, depth.reduction, depth.terms->history};
}

void TreeRecorder::skipped(Move move, const Finding& finding) {
    open_.back().node.children.push_back(
        {.skipped = true, .move = move, .rule = finding.rule, .pick = open_.back().pick});
}

void TreeRecorder::made(Move move) {
    move_ = move;
    move_is_new_ = true;
    ++nodes_;
}

void TreeRecorder::concluded(const MoveResult& result) {
    if (result.score > result.alpha) open_.back().node.best = result.move;
}

void TreeRecorder::abandoned() {
    stopping_ = true;
    close({}, 0);
}

void TreeRecorder::close(const Finding& finding, Score score) {
    TreeNode node = std::move(open_.back().node);
    open_.pop_back();
    node.abandoned = stopping_;
    node.finding = finding;
    node.score = score;
    const TreeId id = writer_.add(node);
    // A second search of the same move is reached by it as well.
    move_ = node.move;
    if (open_.empty()) {
        // An iteration is searched again, often less deeply, until its score lies within the window.
        if (begins_iteration_) iteration_ = node.entry.depth;
        begins_iteration_ = node.entry.alpha < score && score < node.entry.beta;
        writer_.add_root({iteration_, id});
        return;
    }
    TreeNode& parent = open_.back().node;
    parent.children.push_back({.id = id});
    parent.nodes += node.nodes + (node.made ? 1 : 0);
}

Result<TreeRecording> record_tree(const Engine& engine, const TreeHeader& header, const std::string& path) {
    auto replay = Replay::of(engine);
    if (!replay) return Error{replay.error()};
    TreeWriter writer(path, header);
    TreeRecorder recorder(writer);
    Limits limits;
    limits.depth = header.depth;
    limits.nodes = header.node_limit;
    (*replay)->run(limits, &recorder);
    auto index = writer.finish(recorder.nodes());
    if (!index) return Error{index.error()};
    return TreeRecording{.index = std::move(*index), .depth = (*replay)->completed_depth()};
}

}  // namespace stillpoint::lab
