// A recorded tree must be the search that was recorded: everything nests and adds up.
#include <gtest/gtest.h>

#include "lab/line_watcher.h"
#include "lab/tree_file.h"
#include "tests/unit/lab/recorded_tree.h"
#include "tests/unit/support/games.h"

namespace stillpoint {
namespace {

using lab::TreeChild;
using lab::TreeNode;
using lab::TreeReader;

// How a child's window must lie in its parent's, seen from the parent.
enum class Nesting { Same, Negated, Free };

Nesting nesting_of(Purpose purpose) {
    switch (purpose) {
        case Purpose::Razoring:
        case Purpose::NullMoveVerification: return Nesting::Same;
        // These ask about other bounds than the node's.
        case Purpose::Singular:
        case Purpose::ProbCut:
        case Purpose::ProbCutQuiescence: return Nesting::Free;
        default: return Nesting::Negated;
    }
}

class TreeChecker {
public:
    explicit TreeChecker(TreeReader& reader) : reader_(reader) {}

    // Returns the moves made below.
    std::uint64_t check(const TreeNode& node) {
        ++records_;
        EXPECT_LT(node.entry.alpha, node.entry.beta);
        if (node.entry.kind == NodeKind::NonPv) {
            EXPECT_EQ(node.entry.alpha + 1, node.entry.beta);
        }
        EXPECT_GE(node.score, -kMateScore);
        EXPECT_LE(node.score, kMateScore);
        std::uint64_t made = 0;
        lab::TreePick last;
        for (const TreeChild& child : node.children) {
            if (child.skipped) {
                EXPECT_NE(child.rule, Rule::None);
                EXPECT_TRUE(child.move.is_real());
                check_order(last, child.pick);
                last = child.pick;
                continue;
            }
            const auto below = reader_.node(child.id);
            if (!below) {
                ADD_FAILURE() << below.error();
                continue;
            }
            check_window(node, *below);
            EXPECT_EQ(below->is_picked(), is_search_of_picked_move(below->entry.purpose));
            if (below->is_picked()) {
                // A second look is one at the same move.
                if (below->pick.place != last.place) check_order(last, below->pick);
                last = below->pick;
            }
            made += below->made + check(*below);
        }
        EXPECT_EQ(made, node.nodes);
        return made;
    }

    std::uint64_t records() const { return records_; }

private:
    static bool is_search_of_picked_move(Purpose purpose) {
        switch (purpose) {
            case Purpose::Reduced:
            case Purpose::Research:
            case Purpose::ZeroWindow:
            case Purpose::FullWindow:
            case Purpose::Forcing: return true;
            default: return false;
        }
    }

    // Every move that was picked is there, in the picker's order.
    static void check_order(const lab::TreePick& before, const lab::TreePick& now) {
        EXPECT_EQ(now.place, before.place + 1);
        EXPECT_LT(now.stage, PickStage::Done);
        if (before.place == 0 || now.stage != before.stage) return;
        // Quiet moves are sorted only as far as it pays.
        if (now.stage == PickStage::GoodNoisy || now.stage == PickStage::QuiescenceNoisy) {
            EXPECT_LE(now.score, before.score);
        }
    }

    static void check_window(const TreeNode& node, const TreeNode& child) {
        const NodeEntry &outer = node.entry, &inner = child.entry;
        const bool same_position = !child.move && inner.purpose != Purpose::NullMove;
        EXPECT_EQ(inner.ply, outer.ply + !same_position);
        switch (nesting_of(inner.purpose)) {
            case Nesting::Same:
                EXPECT_GE(inner.alpha, outer.alpha);
                EXPECT_LE(inner.beta, outer.beta);
                break;
            case Nesting::Negated:
                EXPECT_GE(-inner.beta, outer.alpha);
                EXPECT_LE(-inner.alpha, outer.beta);
                break;
            case Nesting::Free: break;
        }
    }

    TreeReader& reader_;
    std::uint64_t records_ = 0;
};

void expect_consistent(const std::string& path, const test::Recording& recording) {
    auto reader = TreeReader::open(path);
    ASSERT_TRUE(reader) << reader.error();
    TreeChecker checker(*reader);
    std::uint64_t nodes = 0;
    for (const lab::TreeRoot& root : reader->index().roots) {
        const auto node = reader->node(root.id);
        ASSERT_TRUE(node) << node.error();
        EXPECT_EQ(node->entry.kind, NodeKind::Root);
        nodes += checker.check(*node);
    }
    EXPECT_EQ(nodes, recording.nodes);
    EXPECT_EQ(reader->index().nodes, recording.nodes);
    EXPECT_EQ(checker.records(), recording.records);
    EXPECT_GT(recording.records, 0u);
}

// What the tree says of a move must be what `why` says of it.
void expect_same_standing(TreeReader& reader, const TreeNode& node, const lab::LineVisit& visit) {
    const lab::MoveFate& fate = visit.fate;
    ASSERT_FALSE(fate.attempts.empty());
    int seen = 0;
    for (const TreeChild& child : node.children) {
        if (child.skipped) continue;
        const auto below = reader.node(child.id);
        ASSERT_TRUE(below) << below.error();
        if (below->move != node.best) continue;
        ++seen;
        EXPECT_EQ(below->pick.place, fate.place);
        EXPECT_EQ(below->pick.stage, fate.stage);
        EXPECT_EQ(below->pick.score, fate.picker_score);
        EXPECT_EQ(below->planned.extension, fate.extension);
        EXPECT_EQ(below->planned.reduction, fate.reduction);
    }
    EXPECT_EQ(seen, static_cast<int>(fate.attempts.size()));
}

class RecordedTree : public testing::TestWithParam<const char*> {};

TEST_P(RecordedTree, NestsAndAddsUp) {
    const test::TempFile file("tree");
    expect_consistent(file.path(),
                      test::record_search(file.path(), test::must_parse(GetParam()), test::depth_limit(8)));
}

TEST_P(RecordedTree, KnowsOfAMoveWhatWhyKnows) {
    const test::TempFile file("why");
    const Position pos = test::must_parse(GetParam());
    test::record_search(file.path(), pos, test::depth_limit(8));
    auto reader = TreeReader::open(file.path());
    ASSERT_TRUE(reader) << reader.error();
    const auto root = reader->node(reader->index().roots.back().id);
    ASSERT_TRUE(root) << root.error();

    test::Searcher searcher;
    SearchContext context;
    searcher.fill(context, test::depth_limit(8));
    lab::LineWatcher watcher({root->best});
    searcher.run(context, pos, test::all_root_moves(pos), &watcher);
    ASSERT_NE(watcher.root(), nullptr);
    expect_same_standing(*reader, *root, *watcher.root());
}

TEST_P(RecordedTree, AddsUpWhenStoppedInTheMiddle) {
    for (const std::uint64_t nodes : {1, 100, 777, 5000}) {
        const test::TempFile file("stopped");
        expect_consistent(file.path(), test::record_search(file.path(), test::must_parse(GetParam()),
                                                           test::node_limit(nodes)));
    }
}

TEST_P(RecordedTree, DoesNotChangeTheSearch) {
    const test::TempFile file("same");
    const Position pos = test::must_parse(GetParam());
    test::Searcher searcher;
    EXPECT_EQ(test::record_search(file.path(), pos, test::depth_limit(8)).nodes,
              searcher.search(pos, test::depth_limit(8)).nodes);
}

INSTANTIATE_TEST_SUITE_P(Positions, RecordedTree, testing::ValuesIn(test::kLabFens));

}  // namespace
}  // namespace stillpoint
