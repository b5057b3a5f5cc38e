#pragma once

#include <string>
#include <vector>

#include "engine/engine.h"
#include "lab/tree_file.h"
#include "search/trace_listener.h"

namespace stillpoint::lab {

// Writes down every node of a search when it ends.
class TreeRecorder : public TraceListener {
public:
    explicit TreeRecorder(TreeWriter& writer) : writer_(writer) {}

    void entered(const NodeEntry& entry) override;
    void evaluated(const NodeEvaluation& evaluation) override;
    void considered(const MoveConsidered& move) override;
    void skipped(Move move, const Finding& finding) override;
    void depth_chosen(const MoveDepth& depth) override;
    void made(Move move) override;
    void concluded(const MoveResult& result) override;
    void left(const Finding& finding, Score score) override { close(finding, score); }
    void abandoned() override;

    std::uint64_t nodes() const { return nodes_; }

private:
    // A node that is being searched, and the move it has in hand.
    struct Open {
        TreeNode node;
        TreePick pick;
        TreeDepth planned;
    };

    void close(const Finding& finding, Score score);

    TreeWriter& writer_;
    std::vector<Open> open_;
    Move move_;  // the last one made, by which the next child is reached
    bool move_is_new_ = false;
    bool stopping_ = false;
    int iteration_ = 0;
    bool begins_iteration_ = true;  // the next root window
    std::uint64_t nodes_ = 0;
};

// Replays a search of the engine's position, to the header's depth and node limit, and writes its tree to a
// file. The engine must be idle; it stays as it is.
struct TreeRecording {
    TreeIndex index;
    int depth = 0;  // of the last complete iteration
};
Result<TreeRecording> record_tree(const Engine& engine, const TreeHeader& header, const std::string& path);

}  // namespace stillpoint::lab
