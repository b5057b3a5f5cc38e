// Files of trees that are damaged, cut short or no trees at all, and the ways through good ones.
#include <limits>

#include <gtest/gtest.h>

#include "lab/tree_view.h"
#include "tests/unit/lab/recorded_tree.h"
#include "tests/unit/support/games.h"
#include "util/rng.h"

namespace stillpoint {
namespace {

using lab::TreeNode;
using lab::TreeReader;

class TreeFile : public testing::Test {
protected:
    TreeFile() : file_("file"), other_("damaged") {
        recording_ =
            test::record_search(file_.path(), test::must_parse(test::kLabFens[0]), test::depth_limit(7));
    }

    // The error, or an empty text.
    std::string walk(const std::string& path) {
        auto reader = TreeReader::open(path);
        if (!reader) return reader.error();
        for (const lab::TreeRoot& root : reader->index().roots)
            if (const std::string error = walk(*reader, root.id, 0); !error.empty()) return error;
        return "";
    }
    std::string walk(TreeReader& reader, lab::TreeId id, int depth) {
        const auto node = reader.node(id);
        if (!node) return node.error();
        if (depth > 300) return "too deep";
        for (const lab::TreeChild& child : node->children)
            if (!child.skipped)
                if (const std::string error = walk(reader, child.id, depth + 1); !error.empty()) return error;
        return "";
    }

    test::TempFile file_, other_;
    test::Recording recording_;
};

TEST_F(TreeFile, ReadsBackInFull) { EXPECT_EQ(walk(file_.path()), ""); }

TEST_F(TreeFile, CutShortAnywhereIsReported) {
    const std::string bytes = read_all(file_.path());
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 50) {
        write_all(other_.path(), bytes.substr(0, size));
        const auto reader = TreeReader::open(other_.path());
        ASSERT_FALSE(reader) << size;
        EXPECT_NE(reader.error().find(other_.path()), std::string::npos);
    }
}

TEST_F(TreeFile, EveryDamagedByteIsNoticed) {
    const std::string bytes = read_all(file_.path());
    Rng rng(7);
    for (int i = 0; i < 300; ++i) {
        std::string damaged = bytes;
        const std::size_t at = rng.next() % bytes.size();
        damaged[at] = static_cast<char>(damaged[at] ^ (1 + rng.next() % 255));
        write_all(other_.path(), damaged);
        EXPECT_NE(walk(other_.path()), "") << "byte " << at;
    }
}

TEST_F(TreeFile, OtherFilesAreRefused) {
    EXPECT_FALSE(TreeReader::open("/nonexistent/tree"));
    write_all(other_.path(), "this is a text");
    const auto reader = TreeReader::open(other_.path());
    ASSERT_FALSE(reader);
    EXPECT_NE(reader.error().find("not a recorded tree"), std::string::npos);
}

TEST_F(TreeFile, OtherVersionsAreNamedAsSuch) {
    std::string bytes = read_all(file_.path());
    bytes[6] = '1';
    write_all(other_.path(), bytes);
    const auto reader = TreeReader::open(other_.path());
    ASSERT_FALSE(reader);
    EXPECT_NE(reader.error().find("recorded by another version"), std::string::npos) << reader.error();
}

TEST_F(TreeFile, AnyNumberAsIdIsSafe) {
    auto reader = TreeReader::open(file_.path());
    ASSERT_TRUE(reader);
    Rng rng(8);
    for (int i = 0; i < 2000; ++i) (void)reader->node(rng.next() % 200000);
    EXPECT_FALSE(reader->node(~lab::TreeId{0}));
}

TEST_F(TreeFile, PathsLeadToNodes) {
    auto reader = TreeReader::open(file_.path());
    ASSERT_TRUE(reader);
    const auto root = lab::find_node(*reader, {});
    ASSERT_TRUE(root) << root.error();
    EXPECT_EQ(root->entry.depth, 7);
    const std::string best = lab::move_text(root->best, reader->header());
    const auto child = lab::find_node(*reader, {best});
    ASSERT_TRUE(child) << child.error();
    EXPECT_EQ(child->move, root->best);
    const std::string by_id = "id=" + std::to_string(child->id);
    EXPECT_EQ(lab::find_node(*reader, {by_id})->id, child->id);
    EXPECT_EQ(lab::find_node(*reader, {"depth=3"})->entry.depth, 3);
    for (const char* wrong : {"e2e5", "nonsense", "e2e4/0", "e2e4/x", "e2e4/99", "id=", "id=99999999999",
                              "depth=99", "depth=x", "null"}) {
        const auto none = lab::find_node(*reader, {wrong});
        EXPECT_FALSE(none) << wrong;
    }
}

// A window that failed high is searched again one ply less deep, and is the same iteration all the same.
TEST(TreeIterations, EndWithAScoreInTheWindow) {
    constexpr int kDepth = 10;
    Limits limits;
    limits.depth = kDepth;
    bool had_shallower_windows = false;
    for (const char* fen : test::kLabFens) {
        const test::TempFile file("iterations.tree");
        test::record_search(file.path(), *parse_fen(fen), limits);
        auto reader = TreeReader::open(file.path());
        ASSERT_TRUE(reader);
        for (int depth = 1; depth <= kDepth; ++depth) {
            const std::string word = "depth=" + std::to_string(depth);
            const auto root = lab::find_node(*reader, {word});
            ASSERT_TRUE(root) << root.error();
            EXPECT_LT(root->entry.alpha, root->score) << fen << " depth " << depth;
            EXPECT_LT(root->score, root->entry.beta) << fen << " depth " << depth;
            had_shallower_windows |= root->entry.depth < depth;
        }
    }
    EXPECT_TRUE(had_shallower_windows);
}

TEST_F(TreeFile, ViewsShowEveryChild) {
    auto reader = TreeReader::open(file_.path());
    ASSERT_TRUE(reader);
    const auto root = lab::find_node(*reader, {});
    ASSERT_TRUE(root);
    const auto text = lab::tree_text(*reader, *root);
    const auto json = lab::tree_json(*reader, *root, 1, 1000);
    ASSERT_TRUE(text && json);
    for (const lab::TreeChild& child : root->children) {
        if (child.skipped) continue;
        const auto node = reader->node(child.id);
        ASSERT_TRUE(node);
        EXPECT_NE(text->find(lab::step_name(*node, reader->header())), std::string::npos);
        EXPECT_NE(json->find("\"id\":" + std::to_string(child.id)), std::string::npos);
        const std::string place = std::to_string(node->pick.place);
        EXPECT_NE(text->find("#" + place + " "), std::string::npos);
        EXPECT_NE(json->find("\"pick\":{\"place\":" + place + ",\"stage\":"), std::string::npos);
    }
    // Too many: only the node itself.
    EXPECT_EQ(lab::tree_json(*reader, *root, 5, 3)->find("children"), std::string::npos);
}

// Found by fuzzing: the sum of window and width overflowed.
TEST(TreeCodec, NonsenseNumbersAreRead) {
    TreeNode node;
    node.entry.alpha = node.entry.beta = 49;
    std::string bytes = lab::encode(node, 1);
    // Flags, kind, purpose and move take five bytes, ply and depth one each, and so does this alpha.
    const std::size_t beta_at = 8;
    std::string most;
    lab::put_varint(most, std::numeric_limits<std::int64_t>::max());
    lab::put_zigzag(most, std::numeric_limits<std::int64_t>::max());
    bytes.replace(beta_at, 2, most);
    lab::ByteSource source(bytes);
    const auto back = lab::decode_node(source, 1);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->entry.alpha, 49);
    EXPECT_EQ(back->nodes, 0u);
}

TEST(TreeCodec, BringsBackWhatWasWritten) {
    Rng rng(3);
    for (int i = 0; i < 1000; ++i) {
        const lab::TreeId id = 5'000'000'000 + rng.next() % 1000;
        TreeNode node;
        node.entry = {.kind = static_cast<NodeKind>(rng.next() % 3),
                      .quiescence = rng.next() % 2 != 0,
                      .cut_node = rng.next() % 2 != 0,
                      .ply = static_cast<int>(rng.next() % 246),
                      .depth = static_cast<int>(rng.next() % 300) - 50,
                      .alpha = static_cast<Score>(rng.next() % 60000) - 32001,
                      .excluded = Move(static_cast<std::uint16_t>(rng.next())),
                      .purpose = static_cast<Purpose>(rng.next() % static_cast<unsigned>(Purpose::Count))};
        node.entry.beta = node.entry.alpha + 1 + static_cast<Score>(rng.next() % 4000);
        node.move = Move(static_cast<std::uint16_t>(rng.next()));
        node.static_eval = rng.next() % 2 ? kNoScore : static_cast<Score>(rng.next() % 4000) - 2000;
        node.score = static_cast<Score>(rng.next() % 60000) - 30000;
        if (rng.next() % 2) node.finding = {Rule::SeePruning, kNoFigure, -300};
        node.nodes = rng.next() >> (rng.next() % 64);
        const auto number = [&] { return static_cast<int>(rng.next() % 200'000) - 100'000; };
        const lab::TreePick sorted{1 + static_cast<int>(rng.next() % 200), PickStage::BadQuiet, number()};
        if (rng.next() % 4) {
            node.pick = rng.next() % 2 ? sorted : lab::TreePick{1, PickStage::MainTable, 0};
            if (node.has_planned_depth())
                node.planned = {static_cast<int>(rng.next() % 5) - 2, number(), number()};
        }
        node.children = {{.skipped = true, .move = node.move, .rule = Rule::QuietFutility, .pick = sorted},
                         {.id = id - 1 - rng.next() % 1'000'000}};
        const std::string bytes = lab::encode(node, id);
        lab::ByteSource source(bytes);
        const auto back = lab::decode_node(source, id);
        ASSERT_TRUE(back);
        EXPECT_EQ(source.left(), 0u);
        EXPECT_EQ(lab::encode(*back, id), bytes);
        EXPECT_EQ(back->entry.alpha, node.entry.alpha);
        EXPECT_EQ(back->entry.beta, node.entry.beta);
        EXPECT_EQ(back->entry.depth, node.entry.depth);
        EXPECT_EQ(back->score, node.score);
        EXPECT_EQ(back->static_eval, node.static_eval);
        EXPECT_EQ(back->finding.figure, node.finding.figure);
        EXPECT_EQ(back->nodes, node.nodes);
        EXPECT_EQ(back->pick, node.pick);
        EXPECT_EQ(back->planned, node.planned);
        EXPECT_EQ(back->children[0].pick, sorted);
        EXPECT_EQ(back->children[1].id, node.children[1].id);
    }
}

}  // namespace
}  // namespace stillpoint
