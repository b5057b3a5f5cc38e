// What `why` says must be what the search did, and asking must not change anything.
#include <cstring>
#include <map>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "commands/commands.h"
#include "lab/line_watcher.h"
#include "lab/tree_view.h"
#include "tests/unit/lab/recorded_tree.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/worker_access.h"
#include "util/rng.h"

namespace stillpoint {
namespace {

using lab::LineVisit;
using lab::LineWatcher;

void think(Engine& engine, const Position& pos, int depth) {
    engine.set_position(pos);
    engine.go(test::depth_limit(depth));
    engine.wait();
}

std::vector<Move> random_line(Position pos, Rng& rng, int plies) {
    std::vector<Move> line;
    for (int i = 0; i < plies; ++i) {
        const MoveList moves = test::legal_moves(pos);
        if (moves.empty()) break;
        line.push_back(moves[rng.next() % moves.size()]);
        pos.make(line.back());
    }
    return line;
}

// The node of the recorded tree that an on-line visit must be: same entry, same score.
void expect_same(const lab::TreeNode& node, const LineVisit& visit) {
    EXPECT_EQ(node.entry.ply, visit.entry.ply);
    EXPECT_EQ(node.entry.depth, visit.entry.depth);
    EXPECT_EQ(node.entry.alpha, visit.entry.alpha);
    EXPECT_EQ(node.entry.beta, visit.entry.beta);
    EXPECT_EQ(node.entry.purpose, visit.entry.purpose);
    EXPECT_EQ(node.finding.rule, visit.ended.rule);
    EXPECT_EQ(node.score, visit.score);
    EXPECT_EQ(node.best, visit.best);
}

// Follows the line in both; returns how many plies of it were compared.
int compare(lab::TreeReader& reader, lab::TreeNode node, const LineVisit* visit,
            const std::vector<Move>& line) {
    int compared = 0;
    for (Move move : line) {
        expect_same(node, *visit);
        ++compared;
        std::map<std::string, std::vector<lab::TreeNode>> children;
        std::map<std::uint16_t, Rule> skipped;
        for (const lab::TreeChild& child : node.children) {
            if (child.skipped) {
                skipped[child.move.raw()] = child.rule;
            } else {
                const auto below = reader.node(child.id);
                if (!below) throw std::runtime_error(below.error());
                children[lab::step_name(*below, reader.header())].push_back(*below);
            }
        }
        EXPECT_EQ(bool(visit->handed_over), children.contains("razoring"));
        if (visit->handed_over)
            return compared - 1 +
                   compare(reader, children["razoring"].back(), visit->handed_over.get(),
                           {line.begin() + compared - 1, line.end()});
        const auto& attempts = children[lab::move_text(move, reader.header())];
        EXPECT_EQ(attempts.size(), visit->fate.attempts.size());
        EXPECT_EQ(visit->fate.searched, !attempts.empty());
        const Rule skip = skipped.contains(move.raw()) ? skipped[move.raw()] : Rule::None;
        EXPECT_EQ(visit->fate.skipped.rule, skip);
        if (attempts.empty() || attempts.size() != visit->fate.attempts.size()) return compared;
        for (std::size_t i = 0; i < attempts.size(); ++i) expect_same(attempts[i], *visit->fate.attempts[i]);
        node = attempts.back();
        visit = visit->next();
    }
    return compared;
}

class Why : public testing::TestWithParam<const char*> {};

TEST_P(Why, AgreesWithTheRecordedSearch) {
    const Position pos = test::must_parse(GetParam());
    const Limits limits = test::depth_limit(8);
    const test::TempFile file("why");
    test::record_search(file.path(), pos, limits);
    auto reader = lab::TreeReader::open(file.path());
    ASSERT_TRUE(reader) << reader.error();
    const auto root = lab::find_node(*reader, {});
    ASSERT_TRUE(root);

    // The search is deterministic: watched again it must do the same.
    Rng rng(11);
    int compared = 0;
    for (int i = 0; i < 30; ++i) {
        std::vector<Move> line = random_line(pos, rng, 4);
        if (i == 0) line = {root->best};
        LineWatcher watcher(line);
        test::Searcher searcher;
        SearchContext context;
        searcher.fill(context, limits);
        searcher.run(context, pos, test::all_root_moves(pos), &watcher);
        ASSERT_TRUE(watcher.root());
        compared += compare(*reader, *root, watcher.root(), line);
    }
    EXPECT_GE(compared, 30);
}

TEST_P(Why, TermsAddUp) {
    const Position pos = test::must_parse(GetParam());
    for (const RootMove& root : test::all_root_moves(pos)) {
        LineWatcher watcher({root.move()});
        test::Searcher searcher;
        SearchContext context;
        searcher.fill(context, test::depth_limit(6));
        searcher.run(context, pos, test::all_root_moves(pos), &watcher);
        const lab::MoveFate& fate = watcher.root()->fate;
        ASSERT_GT(fate.place, 0) << "every root move has its turn";
        int reduction = fate.base, score = 0;
        for (const lab::Term& term : fate.reduction_terms) reduction += term.amount;
        for (const lab::Term& term : fate.ordering) score += term.amount;
        EXPECT_EQ(reduction, fate.reduction);
        EXPECT_EQ(score, fate.picker_score);
    }
}

TEST_P(Why, AnswersForAnyLegalLine) {
    Engine engine;
    const Position pos = test::must_parse(GetParam());
    think(engine, pos, 7);
    Rng rng(5);
    for (int i = 0; i < 12; ++i) {
        std::vector<std::string> texts;
        for (Move m : random_line(pos, rng, 1 + static_cast<int>(rng.next() % 7)))
            texts.push_back(test::uci(m));
        Words words(texts.begin(), texts.end());
        if (i % 3 == 0) words.insert(words.end(), {"depth", "5"});
        const auto answer = stillpoint::why(engine, words);
        ASSERT_TRUE(answer) << answer.error();
        EXPECT_GT(answer->size(), 100u);
        words.push_back("json");
        const auto json = stillpoint::why(engine, words);
        ASSERT_TRUE(json) << json.error();
        EXPECT_TRUE(json->starts_with("{\"sentence\":"));
    }
}

TEST_P(Why, LeavesTheEngineAsItWas) {
    Engine engine;
    const Position pos = test::must_parse(GetParam());
    think(engine, pos, 7);
    const auto table_bytes = [&] {
        return std::string(static_cast<const char*>(engine.table().bytes()), engine.table().byte_count());
    };
    const auto bytes_of = [](const auto& object) {
        return std::string(reinterpret_cast<const char*>(&object), sizeof object);
    };
    const Worker& worker = engine.pool().worker(0);
    const std::string table = table_bytes();
    const std::string histories = bytes_of(WorkerTestAccess::histories(worker));
    const std::string corrections = bytes_of(WorkerTestAccess::corrections(worker));
    const std::uint64_t nodes = worker.nodes();
    const int hashfull = engine.table().hashfull();

    const std::string move = test::uci(test::legal_moves(pos)[0]);
    ASSERT_TRUE(stillpoint::why(engine, {move}));
    EXPECT_TRUE(table == table_bytes());
    EXPECT_TRUE(histories == bytes_of(WorkerTestAccess::histories(worker)));
    EXPECT_TRUE(corrections == bytes_of(WorkerTestAccess::corrections(worker)));
    EXPECT_EQ(worker.nodes(), nodes);
    EXPECT_EQ(engine.table().hashfull(), hashfull) << "the table's age";
    EXPECT_EQ(engine.position(), pos);
}

INSTANTIATE_TEST_SUITE_P(Positions, Why, testing::ValuesIn(test::kLabFens));

TEST(WhyCommand, NamesTheIllegalMove) {
    Engine engine;
    const auto error_of = [&](const Words& words) {
        const auto answer = stillpoint::why(engine, words);
        return answer ? std::string() : answer.error();
    };
    EXPECT_NE(error_of({"e2e5"}).find("'e2e5' is not legal here"), std::string::npos);
    EXPECT_NE(error_of({"e2e4", "e7e5", "e4e5"}).find("'e4e5' is not legal after e2e4 e7e5"),
              std::string::npos);
    EXPECT_NE(error_of({"Nf3", "bogus"}).find("'bogus' is not legal after Nf3"), std::string::npos);
    EXPECT_NE(error_of({}), "");
    EXPECT_NE(error_of({"depth", "3"}), "");
    EXPECT_NE(error_of({"e2e4", "depth", "x"}), "");
    EXPECT_NE(error_of({"e2e4", "depth", "9999"}), "");
}

TEST(WhyCommand, KnowsMateAndStalemate) {
    Engine engine;
    engine.set_position(test::must_parse("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"));
    for (const char* last : {"g6g7", "g6f7"}) EXPECT_TRUE(stillpoint::why(engine, {last, "depth", "4"}));
    engine.set_position(test::must_parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    EXPECT_FALSE(stillpoint::why(engine, {"h8g8"}));
}

// The shape of the sentence the issue asks for.
TEST(WhyCommand, SpeaksToPlayers) {
    Engine engine;
    think(engine, test::must_parse("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1"), 6);
    const auto answer = stillpoint::why(engine, {"Qxd5"});
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->starts_with("Qxd5 was looked at")) << *answer;
    EXPECT_NE(answer->find("cxd5"), std::string::npos) << *answer;
}

}  // namespace
}  // namespace stillpoint
