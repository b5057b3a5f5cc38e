#include <atomic>
#include <thread>

#include "tests/unit/tablebase/with_tables.h"

namespace stillpoint::tablebase {
namespace {

using TablebaseThreads = WithTables;

// Right after init(), many threads and all tables at once, while one of them asks about whole positions.
TEST_F(TablebaseThreads, ProbeAtOnce) {
    std::vector<Position> positions;
    Rng rng(41);
    const auto materials = test_materials();
    for (int i = 0; i < 2000; ++i)
        positions.push_back(random_position(materials[rng.below(kTestTables)], rng));

    constexpr int kThreads = 4;
    std::vector<std::vector<int>> answers(kThreads);
    std::atomic<int> waiting{kThreads};
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] {
            --waiting;
            while (waiting.load() > 0) std::this_thread::yield();
            for (std::size_t i = 0; i < positions.size(); ++i) {
                const auto wdl = probe_wdl(positions[i]);
                answers[static_cast<std::size_t>(t)].push_back(wdl ? static_cast<int>(*wdl) : 99);
                if (t < 2 && i % 20 == 0) {
                    const auto ranking = rank_root_moves(positions[i], {});
                    if (ranking && (!wdl || ranking->best().wdl != *wdl))
                        answers[static_cast<std::size_t>(t)].back() = 98;
                }
            }
        });
    for (auto& thread : threads) thread.join();

    for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto wdl = probe_wdl(positions[i]);
        ASSERT_TRUE(wdl);
        for (const auto& list : answers) ASSERT_EQ(list[i], static_cast<int>(*wdl)) << to_fen(positions[i]);
    }
}

}  // namespace
}  // namespace stillpoint::tablebase
