// Whole searches of several ranks, as threads of this process.
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "cluster/follower.h"
#include "cluster/leader.h"
#include "tests/unit/cluster/memory_network.h"

namespace stillpoint::cluster {

namespace {

using std::chrono::milliseconds;

struct Answer {
    BestMove best;
    SearchInfo last;  // line
};

// An engine and what it answers.
class Player {
public:
    Player() {
        engine.resize_hash(4);
        engine.set_listener(
            {.on_info = [this](const SearchInfo& info, const Position&) { answer.last = info; },
             .on_current_move = {},
             .on_best_move = [this](const BestMove& best, const Position&) { answer.best = best; }});
    }
    Answer go(const char* fen, const Limits& limits) {
        start(fen, limits);
        engine.wait();
        return answer;
    }
    void start(const char* fen, const Limits& limits) {
        engine.set_position(*parse_fen(fen));
        answer = {};
        engine.go(limits);
    }

    Engine engine;
    Answer answer;
};

// A follower with a thread of its own.
class FollowingThread {
public:
    FollowingThread(MemoryNetwork& network, int rank) {
        thread_ = std::thread([this, &network, rank] {
            auto postman = std::move(*Postman::start(network.maker(rank)));
            Engine engine;
            engine.resize_hash(4);
            Follower follower(*postman, engine, "test", [&](const std::string& line) {
                options.store(options + 1);
                if (line.find("Threads") != std::string::npos) engine.set_threads(2);
            });
            follower.run();
            engine.stop();
            engine.wait();
            nodes = engine.last_search().total_nodes();
            postman->leave(true);
        });
    }
    ~FollowingThread() { thread_.join(); }

    std::atomic<int> options{0};
    std::atomic<std::uint64_t> nodes{0};  // of its last search

private:
    std::thread thread_;
};

class Group {
public:
    explicit Group(int size) : network(size) {
        postman = std::move(*Postman::start(network.maker(0)));
        leader = std::make_unique<Leader>(*postman, "test", [this](const std::string& line) {
            std::lock_guard lock(mutex);
            told += line + "\n";
        });
        for (int rank = 1; rank < size; ++rank)
            followers.push_back(std::make_unique<FollowingThread>(network, rank));
        player.engine.set_peers(leader.get());
    }
    ~Group() {
        for (int rank = 1; rank < postman->size(); ++rank) network.cut(rank, false);
        player.engine.stop();
        player.engine.wait();
        player.engine.set_peers(nullptr);
        leader->leave();
        followers.clear();
    }
    bool was_told(const std::string& text, milliseconds patience) {
        const auto end = std::chrono::steady_clock::now() + patience;
        while (std::chrono::steady_clock::now() < end) {
            {
                std::lock_guard lock(mutex);
                if (told.find(text) != std::string::npos) return true;
            }
            std::this_thread::sleep_for(milliseconds(5));
        }
        return false;
    }

    MemoryNetwork network;
    std::mutex mutex;
    std::string told;
    std::unique_ptr<Postman> postman;
    std::unique_ptr<Leader> leader;
    std::vector<std::unique_ptr<FollowingThread>> followers;
    Player player;
};

constexpr const char* kMiddleGame =
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
constexpr milliseconds kLong{20'000};

std::string name_of(Move m) { return to_uci(m, CastlingNotation::KingTwoSquares); }

Limits depth(int n) {
    Limits limits;
    limits.depth = n;
    return limits;
}
Limits nodes(std::uint64_t n) {
    Limits limits;
    limits.nodes = n;
    return limits;
}

}  // namespace

TEST(ClusterGroup, OneRankSearchesAsIfThereWereNone) {
    Player alone;
    Group group(1);
    const Answer expected = alone.go(kMiddleGame, depth(9)), found = group.player.go(kMiddleGame, depth(9));
    EXPECT_EQ(found.best.move, expected.best.move);
    EXPECT_EQ(found.last.nodes, expected.last.nodes);
    EXPECT_EQ(found.last.score, expected.last.score);
    EXPECT_EQ(found.last.pv, expected.last.pv);
    EXPECT_EQ(found.last.hashfull, expected.last.hashfull);
}

TEST(ClusterThreads, RanksShareTheWork) {
    Group group(3);
    const Answer answer = group.player.go(kMiddleGame, nodes(300'000));
    EXPECT_TRUE(parse_fen(kMiddleGame)->is_legal(answer.best.move));
    const std::uint64_t own = group.player.engine.pool().worker(0).nodes();
    const Peers::Counts others = group.leader->counts();
    EXPECT_EQ(others.processes, 2);
    EXPECT_GT(others.nodes, 1000U);
    EXPECT_LT(own, 300'000U) << "the others' nodes count";
    EXPECT_GE(own + others.nodes, 300'000U);
    const ExchangeCounts exchanged = group.leader->exchanged();
    EXPECT_GT(exchanged.sent, 100U);
    EXPECT_GT(exchanged.received, 100U);
    EXPECT_EQ(group.told, "");
}

TEST(ClusterThreads, OptionsAndManySearchesReachEverybody) {
    Group group(2);
    group.leader->send_option("setoption name Threads value 2");
    for (int i = 0; i < 20; ++i) {
        group.player.engine.new_game();
        const Answer answer = group.player.go(i % 2 ? kMiddleGame : kStartFen.data(), nodes(3000));
        EXPECT_TRUE(answer.best.move);
    }
    Limits limits = nodes(20'000);
    const Position root = *parse_fen(kMiddleGame);
    limits.search_moves = {*parse_uci_move(root, "h2h3")};
    EXPECT_EQ(name_of(group.player.go(kMiddleGame, limits).best.move), "h2h3");
    group.player.engine.settings().multi_pv = 3;
    EXPECT_TRUE(group.player.go(kMiddleGame, nodes(20'000)).best.move);
    EXPECT_EQ(group.followers[0]->options, 1);
    EXPECT_EQ(group.told, "");
}

TEST(ClusterThreads, AMateEndsTheSearchWhoeverFindsIt) {
    Group group(2);
    Limits limits;
    limits.mate = 2;
    const Answer answer = group.player.go("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", limits);
    EXPECT_EQ(name_of(answer.best.move), "a1a6");
}

TEST(ClusterThreads, AnEndlessSearchObeysStop) {
    Group group(2);
    Limits limits;
    limits.infinite = true;
    group.player.start(kMiddleGame, limits);
    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_TRUE(group.player.engine.is_searching());
    group.player.engine.stop();
    group.player.engine.wait();
    EXPECT_TRUE(group.player.answer.best.move);
}

TEST(ClusterThreads, WhoFallsSilentIsLeftOutUntilItIsHeardAgain) {
    Group group(2);
    ASSERT_TRUE(group.player.go(kMiddleGame, nodes(20'000)).best.move);
    group.leader->set_silence(300'000);
    group.network.cut(1);
    Limits limits;
    limits.infinite = true;
    group.player.start(kMiddleGame, limits);
    EXPECT_TRUE(group.was_told("has been silent", kLong));
    EXPECT_EQ(group.leader->others_present(), 0);
    group.player.engine.stop();
    group.player.engine.wait();
    EXPECT_TRUE(group.player.answer.best.move);
    // Searches go on without it.
    EXPECT_TRUE(group.player.go(kMiddleGame, nodes(20'000)).best.move);
    group.network.cut(1, false);
    EXPECT_TRUE(group.was_told("is back", kLong));
    EXPECT_TRUE(group.player.go(kMiddleGame, nodes(20'000)).best.move);
}

TEST(ClusterThreads, ASlowNetworkDoesNotKeepTheAnswer) {
    Group group(2);
    group.network.set_delay(milliseconds(400));
    Limits limits;
    limits.move_time = 60;
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(group.player.go(kMiddleGame, limits).best.move);
    // A round trip takes 800 ms.
    EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(700));
}

TEST(ClusterPatience, IsShortWhereAClockRuns) {
    SearchContext context;
    EXPECT_EQ(patience_for(context), 1'000'000);
    context.clock.active = true;
    context.clock.budget = {.soft = 2000, .hard = 4000};
    EXPECT_EQ(patience_for(context), 5000);
    context.clock.budget = {.soft = 10, .hard = 20};
    EXPECT_EQ(patience_for(context), 500);
    context.clock.budget = {.soft = 0, .hard = 0};
    EXPECT_EQ(patience_for(context), 0);
    context.clock = {};
    context.limits.depth = 5;
    EXPECT_EQ(patience_for(context), 0);
}

namespace {

// Says what others found, and nothing else.
class Prompter final : public Peers {
public:
    explicit Prompter(std::vector<WorkerResult> results) : results_(std::move(results)) {}
    void new_game() override {}
    void begin(const Position&, SearchContext&, int) override {}
    void share(int, Key, const TableData&) override {}
    void progress(const SearchContext&) override {}
    Counts counts() const override { return {.processes = 1, .nodes = 1'000'000'000, .tablebase_hits = 5}; }
    void end() override {}
    std::vector<WorkerResult> exchange_results(std::vector<WorkerResult>) override { return results_; }

private:
    std::vector<WorkerResult> results_;
};

WorkerResult result(const char* move, Score score, int depth) {
    const Position root = *parse_fen(kMiddleGame);
    WorkerResult r{.best = RootMove(*parse_uci_move(root, move)), .depth = depth};
    r.best.score = r.best.shown_score = score;
    return r;
}

Limits soft_nodes(std::uint64_t n) {
    Limits limits;
    limits.soft_nodes = n;
    return limits;
}

}  // namespace

TEST(ClusterVote, OtherRanksVoteLikeThreads) {
    Player player;
    Prompter convinced({result("a3a4", 40, 60), result("a3a4", 40, 60)});
    player.engine.set_peers(&convinced);
    Answer answer = player.go(kMiddleGame, soft_nodes(1));
    EXPECT_EQ(name_of(answer.best.move), "a3a4");
    EXPECT_EQ(answer.last.depth, 60);
    EXPECT_GE(answer.last.nodes, 1'000'000'000U);
    EXPECT_GE(answer.last.tablebase_hits, 5U);

    Prompter mating({result("h2h3", mate_in(5), 3)});
    player.engine.set_peers(&mating);
    EXPECT_EQ(name_of(player.go(kMiddleGame, soft_nodes(1)).best.move), "h2h3");

    // A move that is none here, and one that was not asked for.
    WorkerResult foreign = result("a3a4", mate_in(3), 60);
    foreign.best.pv[0] = Move(Square::A8, Square::A1);
    Prompter lost({foreign, result("a3a4", mate_in(3), 60)});
    player.engine.set_peers(&lost);
    Limits limits = soft_nodes(1);
    limits.search_moves = {*parse_uci_move(*parse_fen(kMiddleGame), "h2h3")};
    EXPECT_EQ(name_of(player.go(kMiddleGame, limits).best.move), "h2h3");
    player.engine.set_peers(nullptr);
}

}  // namespace stillpoint::cluster
