#include "search/pool.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "tests/unit/support/effort.h"
#include "tests/unit/support/games.h"
#include "tests/unit/support/searching.h"

namespace stillpoint {
namespace {

using test::effort;
using test::must_parse;

constexpr const char* kMiddleGame = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

void sleep_ms(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

class PoolTest : public testing::Test {
protected:
    PoolTest() { table_.resize(4); }
    ~PoolTest() override {
        if (pool_) {
            pool_->stop();
            pool_->wait();
        }
    }

    void make_pool(int threads) { pool_ = std::make_unique<Pool>(threads); }

    SearchContext& new_context(const Limits& limits) {
        pool_->wait();
        contexts_.push_back(std::make_unique<SearchContext>());
        SearchContext& context = *contexts_.back();
        context.table = &table_;
        context.limits = limits;
        if (limits.ponder) context.ending.ponder();
        table_.new_search();
        return context;
    }

    SearchContext& start(const Position& pos, const Limits& limits, int multi_pv = 1) {
        SearchContext& context = new_context(limits);
        context.multi_pv = multi_pv;
        start(context, pos);
        return context;
    }

    void start(SearchContext& context, const Position& pos) {
        pool_->start(context, pos, test::all_root_moves(pos), [this](const Worker& best) {
            answer_ = best.root_moves().empty() ? Move::none() : best.root_moves()[0].move();
            ++answers_;
        });
    }

    Table table_;
    std::vector<std::unique_ptr<SearchContext>> contexts_;  // they must outlive the pool
    std::unique_ptr<Pool> pool_;
    Move answer_;
    std::atomic<int> answers_{0};
};

// More threads than processors: some come to their turn when others have searched for a while already.
TEST_F(PoolTest, CountsOfTheLastSearchAreNotTakenForThisOnes) {
    const Position pos = must_parse(kMiddleGame);
    make_pool(8);
    for (int round = 0; round < effort(40, 8); ++round) {
        start(pos, test::node_limit(20'000));
        pool_->wait();
        int depth = 0;
        pool_->start(new_context(test::node_limit(3'000)), pos, test::all_root_moves(pos),
                     [&](const Worker& best) { depth = best.completed_depth(); });
        pool_->wait();
        ASSERT_GT(depth, 0) << "round " << round;
    }
}

TEST_F(PoolTest, AloneTheFirstWorkerKeepsTheLimitToTheNode) {
    const Position pos = must_parse(kMiddleGame);
    make_pool(3);
    SearchContext& context = new_context(test::node_limit(777));
    context.alone = true;
    start(context, pos);
    pool_->wait();
    EXPECT_EQ(context.workers.size(), 1U);
    EXPECT_EQ(context.total_nodes(), 777U);
}

TEST_F(PoolTest, AnswersOnceWithALegalMoveForAnyNumberOfThreads) {
    const Position pos = must_parse(kMiddleGame);
    for (int threads : {1, 2, 4}) {
        make_pool(threads);
        EXPECT_EQ(pool_->size(), threads);
        answers_ = 0;
        const SearchContext& context =
            start(pos, test::node_limit(static_cast<std::uint64_t>(effort(40'000, 4'000))));
        pool_->wait();
        EXPECT_EQ(answers_, 1);
        EXPECT_TRUE(pos.is_legal(answer_));
        EXPECT_GE(context.total_nodes(), *context.limits.nodes);
        EXPECT_EQ(context.workers.size(), static_cast<std::size_t>(threads));
        EXPECT_FALSE(pool_->is_searching());
    }
}

TEST_F(PoolTest, EveryThreadOfAnOpenSearchCountsForItself) {
    make_pool(2);
    for (int round = 0; round < effort(10, 3); ++round) {
        Limits limits;
        limits.infinite = true;
        SearchContext& context = new_context(limits);
        context.open = true;
        // A technique more or less from search to search.
        context.tuning.features.null_move = round % 2 == 0;
        start(context, must_parse(kMiddleGame));
        // However busy the machine is: until both have had their turn.
        while (pool_->worker(0).nodes() == 0 || pool_->worker(1).nodes() == 0) sleep_ms(1);
        pool_->stop();
        pool_->wait();
        for (int i = 0; i < 2; ++i) {
            const Worker& worker = pool_->worker(i);
            const auto nodes = worker.counts().events[static_cast<std::size_t>(Event::Node)];
            EXPECT_GT(nodes, 0U) << "thread " << i;
            if (round % 2 == 1) {
                EXPECT_EQ(worker.counts().tries[static_cast<std::size_t>(Rule::NullMove)], 0U);
            }
        }
    }
}

TEST_F(PoolTest, OneThreadKeepsTheNodeLimitExactly) {
    make_pool(1);
    for (std::uint64_t nodes : {1, 100, 5000}) {
        const SearchContext& context = start(must_parse(kMiddleGame), test::node_limit(nodes));
        pool_->wait();
        EXPECT_EQ(context.total_nodes(), nodes);
    }
}

TEST_F(PoolTest, OneNodeIsEnoughForALegalMoveWithManyThreads) {
    make_pool(4);
    const Position pos = must_parse(kMiddleGame);
    for (int i = 0; i < effort(30, 5); ++i) {
        start(pos, test::node_limit(1 + static_cast<std::uint64_t>(i)));
        pool_->wait();
        EXPECT_TRUE(pos.is_legal(answer_));
        EXPECT_EQ(answers_, i + 1);
    }
}

TEST_F(PoolTest, AtLeastOneThreadWhateverIsAskedFor) {
    for (int threads : {0, -3}) {
        make_pool(threads);
        ASSERT_GE(pool_->size(), 1) << threads;
        start(must_parse(kMiddleGame), test::node_limit(100));
        pool_->wait();
        EXPECT_TRUE(answer_.is_real());
        pool_->resize(threads);
        EXPECT_EQ(pool_->size(), 1);
    }
}

TEST_F(PoolTest, ResizesUpAndDownBetweenSearches) {
    make_pool(1);
    const Position pos = must_parse(kMiddleGame);
    int searches = 0;
    for (int threads : {3, 1, 4, 2, 2, 5, 1}) {
        pool_->resize(threads);
        EXPECT_EQ(pool_->size(), threads);
        start(pos, test::node_limit(2000));
        pool_->wait();
        EXPECT_EQ(answers_, ++searches);
        EXPECT_TRUE(pos.is_legal(answer_));
    }
}

TEST_F(PoolTest, KeepsWhatTheFirstWorkerLearnedWhenItGrows) {
    make_pool(1);
    const Position pos = must_parse(kMiddleGame);
    start(pos, test::node_limit(5000));
    pool_->wait();
    const Worker* const first = &pool_->worker(0);
    pool_->resize(3);
    EXPECT_EQ(&pool_->worker(0), first);
    pool_->resize(1);
    EXPECT_EQ(&pool_->worker(0), first);
}

TEST_F(PoolTest, SameNodesAgainAfterForgetting) {
    make_pool(1);
    const Position pos = must_parse(kMiddleGame);
    const auto nodes = [&] {
        const SearchContext& context = start(pos, test::depth_limit(effort(8, 5)));
        pool_->wait();
        return context.total_nodes();
    };
    const std::uint64_t first = nodes();
    pool_->clear_learning();
    table_.clear(1);
    EXPECT_EQ(nodes(), first);
}

TEST_F(PoolTest, StopEndsASearchWithoutLimits) {
    const Position pos = must_parse(kMiddleGame);
    for (int threads : {1, 3}) {
        make_pool(threads);
        answers_ = 0;
        for (int delay : {0, 1, 30}) {
            start(pos, Limits{});
            if (delay > 0) sleep_ms(delay);
            pool_->stop();
            pool_->wait();
            EXPECT_TRUE(pos.is_legal(answer_)) << delay;
        }
        EXPECT_EQ(answers_, 3);
    }
}

TEST_F(PoolTest, StopTwiceOrWithoutASearchIsHarmless) {
    make_pool(2);
    pool_->stop();
    pool_->ponder_hit();
    pool_->wait();
    start(must_parse(kMiddleGame), Limits{});
    pool_->stop();
    pool_->stop();
    pool_->wait();
    pool_->stop();
    EXPECT_EQ(answers_, 1);
}

// "Infinite" means that even a finished search keeps its answer until it is asked.
TEST_F(PoolTest, AnInfiniteSearchWaitsForStop) {
    make_pool(2);
    Limits limits = test::depth_limit(2);
    limits.infinite = true;
    start(must_parse(kMiddleGame), limits);
    sleep_ms(60);
    EXPECT_EQ(answers_, 0);
    EXPECT_TRUE(pool_->is_searching());
    pool_->stop();
    pool_->wait();
    EXPECT_EQ(answers_, 1);
    EXPECT_TRUE(answer_.is_real());
}

TEST_F(PoolTest, WhilePonderingNoAnswerIsGiven) {
    make_pool(2);
    // Each of these would end a search that counts.
    std::vector<Limits> all(5);
    all[0].depth = 2;
    all[1].nodes = 200;
    all[2].soft_nodes = 200;
    all[3].mate = 200;  // any decisive score would do
    for (std::size_t i = 0; i < all.size(); ++i)
        for (bool hit : {true, false}) {
            all[i].ponder = true;
            answers_ = 0;
            SearchContext& context = new_context(all[i]);
            if (i == 4) {
                context.clock.active = true;
                context.clock.budget = {1, 1};
            }
            // A mate in one, so that the mate limit is reached.
            start(context, must_parse(i == 3 ? "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1" : kMiddleGame));
            sleep_ms(60);
            EXPECT_EQ(answers_, 0) << "limit " << i << " answered while pondering";
            if (hit) {
                pool_->ponder_hit();
                if (i == 3) pool_->stop();
            } else {
                pool_->stop();
            }
            pool_->wait();
            EXPECT_EQ(answers_, 1) << "limit " << i;
        }
}

TEST_F(PoolTest, APonderHitLetsTheSearchGoOnAndEnd) {
    make_pool(2);
    Limits limits;
    limits.ponder = true;
    limits.depth = effort(7, 5);
    start(must_parse(kMiddleGame), limits);
    pool_->ponder_hit();
    pool_->wait();
    EXPECT_EQ(answers_, 1);
    EXPECT_EQ(pool_->worker(0).completed_depth(), *limits.depth);
}

TEST_F(PoolTest, APositionWithoutMovesIsAnsweredWithNone) {
    make_pool(2);
    start(must_parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), test::depth_limit(5));
    pool_->wait();
    EXPECT_EQ(answers_, 1);
    EXPECT_FALSE(answer_);
}

TEST_F(PoolTest, SeveralLinesComeFromOneWorker) {
    make_pool(3);
    std::vector<SearchInfo> infos;
    SearchContext& context = new_context(test::depth_limit(effort(5, 4)));
    context.multi_pv = 3;
    context.on_info = [&](const SearchInfo& info) { infos.push_back(info); };
    start(context, must_parse(kMiddleGame));
    pool_->wait();
    ASSERT_GE(infos.size(), 3U);
    for (std::size_t line = 0; line < 3; ++line) {
        const SearchInfo& info = infos[infos.size() - 3 + line];
        EXPECT_EQ(info.multi_pv, static_cast<int>(line) + 1);
        EXPECT_EQ(info.pv.front(), pool_->worker(0).root_moves()[line].move());
    }
    EXPECT_EQ(answer_, infos[infos.size() - 3].pv.front());
}

TEST_F(PoolTest, FindsAMateWithManyThreads) {
    make_pool(4);
    std::vector<SearchInfo> infos;
    SearchContext& context =
        new_context(test::node_limit(static_cast<std::uint64_t>(effort(200'000, 20'000))));
    context.on_info = [&](const SearchInfo& info) { infos.push_back(info); };
    const Position pos = must_parse("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    start(context, pos);
    pool_->wait();
    EXPECT_EQ(test::uci(answer_), "f6a6");
    ASSERT_FALSE(infos.empty());
    EXPECT_EQ(infos.back().pv.front(), answer_) << "the last line shown is the one that is played";
    for (const SearchInfo& info : infos) EXPECT_TRUE(test::is_legal_line(pos, info.pv));
}

TEST_F(PoolTest, ManyShortSearchesInARow) {
    make_pool(3);
    Rng rng(3);
    int searches = 0;
    test::random_games(8, effort(1, 1), effort(60, 12), [&](Position& pos) {
        if (!pos.has_legal_move()) return;
        SearchContext& context = start(pos, test::node_limit(1 + rng.below(3000)));
        if (rng.below(3) == 0) pool_->stop();
        pool_->wait();
        ++searches;
        ASSERT_EQ(answers_, searches);
        ASSERT_TRUE(pos.is_legal(answer_)) << to_fen(pos);
        for (const Worker* w : context.workers) ASSERT_FALSE(w->root_moves().empty());
    });
}

TEST_F(PoolTest, AThreadStartActionRunsInEveryThread) {
    make_pool(2);
    std::atomic<int> calls{0};
    std::atomic<int> largest{-1};
    pool_->on_thread_start([&](int number) {
        ++calls;
        int seen = largest;
        while (number > seen && !largest.compare_exchange_weak(seen, number)) {
        }
    });
    EXPECT_EQ(calls, 2);
    pool_->resize(4);
    EXPECT_EQ(calls, 4);
    EXPECT_EQ(largest, 3);
    pool_->on_thread_start(nullptr);
    pool_->resize(5);
    EXPECT_EQ(calls, 4);
}

TEST(PoolLife, ComesAndGoesWithoutWork) {
    for (int threads = 1; threads <= 4; ++threads) {
        Pool pool(threads);
        EXPECT_FALSE(pool.is_searching());
    }
}

TEST(PoolLife, EndsARunningSearchWhenItGoes) {
    Table table;
    table.resize(1);
    SearchContext context;
    context.table = &table;
    std::atomic<int> answers{0};
    {
        Pool pool(2);
        const Position pos = must_parse(kMiddleGame);
        pool.start(context, pos, test::all_root_moves(pos), [&](const Worker&) { ++answers; });
    }
    EXPECT_EQ(answers, 1);
}

// A worker's opinion; the moves are any legal moves of the start position.
struct Vote {
    const char* move;
    Score score;
    int depth;
};

std::size_t elected(const std::vector<Vote>& votes) {
    const Position pos = start_position();
    std::vector<Opinion> opinions;
    for (const Vote& vote : votes)
        opinions.push_back({*parse_uci_move(pos, vote.move), vote.score, vote.depth});
    return most_trusted(opinions);
}

TEST(PoolVote, OneWorkerIsItsOwnJudge) { EXPECT_EQ(elected({{"e2e4", 10, 5}}), 0U); }

TEST(PoolVote, TheMajorityDecidesAmongEquals) {
    EXPECT_NE(elected({{"e2e4", 20, 10}, {"d2d4", 20, 10}, {"d2d4", 20, 10}}), 0U);
    EXPECT_EQ(elected({{"e2e4", 20, 10}, {"e2e4", 20, 10}, {"d2d4", 20, 10}}), 0U);
}

TEST(PoolVote, DepthAndScoreWeigh) {
    EXPECT_EQ(elected({{"e2e4", 20, 5}, {"d2d4", 20, 20}}), 1U);
    EXPECT_EQ(elected({{"e2e4", 20, 10}, {"d2d4", 400, 10}}), 1U);
    EXPECT_EQ(elected({{"e2e4", 400, 10}, {"d2d4", 20, 10}}), 0U);
}

TEST(PoolVote, TheShortestProvenWinIsPlayed) {
    EXPECT_EQ(elected({{"e2e4", 500, 30}, {"e2e4", 500, 30}, {"d2d4", mate_in(9), 5}}), 2U);
    EXPECT_EQ(elected({{"e2e4", mate_in(9), 30}, {"d2d4", mate_in(5), 5}, {"c2c4", mate_in(7), 40}}), 1U);
    EXPECT_EQ(elected({{"e2e4", mate_in(5), 5}, {"d2d4", 3000, 90}, {"d2d4", 3000, 90}}), 0U);
    EXPECT_EQ(elected({{"e2e4", 100, 5}, {"d2d4", mate_in(9), 5}, {"c2c4", mate_in(3), 5}}), 2U);
}

TEST(PoolVote, AProvenLossIsAvoidedOrDelayed) {
    EXPECT_EQ(elected({{"e2e4", mated_in(4), 30}, {"d2d4", -800, 3}}), 1U);
    EXPECT_EQ(elected({{"e2e4", mated_in(4), 30}, {"d2d4", mated_in(12), 30}}), 1U);
    EXPECT_EQ(elected({{"e2e4", mated_in(12), 30}, {"d2d4", mated_in(4), 30}}), 0U);
    EXPECT_EQ(elected({{"e2e4", -800, 3}, {"d2d4", mated_in(4), 30}, {"d2d4", mated_in(4), 30}}), 0U);
}

TEST(PoolVote, WorkersThatFinishedNothingHaveNoVote) {
    EXPECT_EQ(elected({{"e2e4", 20, 10}, {"d2d4", 3000, 0}, {"d2d4", mate_in(1), 0}}), 0U);
    EXPECT_EQ(elected({{"e2e4", 20, 0}, {"d2d4", 20, 0}}), 0U);
}

}  // namespace
}  // namespace stillpoint
