#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "search/context.h"
#include "search/worker.h"

namespace stillpoint {

// Threads that wait for work, one worker each. The threads live as long as the pool has that size; workers
// keep what they have learned when the size changes.
class Pool {
public:
    explicit Pool(int threads);
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    int size() const { return static_cast<int>(slots_.size()); }
    // None of these while a search is running. Fewer threads than asked for if the system has no more to
    // give.
    void resize(int threads);
    void clear_learning();
    void use_network(const nnue::Network* network);
    // Run by every thread with its number: at once, and by new ones before anything else.
    void on_thread_start(std::function<void(int thread_number)> action);

    // Starts all workers on the position and returns at once. `on_done` is called by the first thread when
    // all have finished, with the worker whose result is to be played.
    void start(SearchContext& context, const Position& root, const std::vector<RootMove>& root_moves,
               std::function<void(const Worker&)> on_done);
    // Ends the search; a search that waits for the end of pondering or was asked to go on for ever too. Any
    // thread may call these two at any time.
    void stop();
    void ponder_hit();
    void wait();
    bool is_searching() const;

    const Worker& worker(int number) const { return *slots_[static_cast<std::size_t>(number)]->worker; }

private:
    struct Slot {
        std::unique_ptr<Worker> worker;
        std::function<void(Worker&)> job;  // empty: idle
        bool quit = false;
        bool out_of_memory = false;  // there was none for a worker
        std::mutex mutex;
        std::condition_variable wake, idle;
        std::thread thread;
    };

    bool add_slot();
    void remove_slot();
    static void loop(Slot& slot);
    static void give(Slot& slot, std::function<void(Worker&)> job);
    static void wait_idle(Slot& slot);
    template <class Job>
    void on_all(Job job);
    void finish(Worker& first, std::function<void(const Worker&)>& on_done);
    const Worker& vote(Worker& first, const std::vector<WorkerResult>& of_peers) const;

    std::vector<std::unique_ptr<Slot>> slots_;
    const nnue::Network* network_ = nullptr;
    std::function<void(int)> thread_start_;  // may be empty
    std::mutex context_mutex_;
    SearchContext* context_ = nullptr;  // of the last search
};

// What a worker would play; a depth of 0 means that it knows nothing yet.
struct Opinion {
    Move move;
    Score score = 0;
    int depth = 0;
};
// The number of the opinion most trusted by all: moves collect votes weighted by score and depth; a proven
// win or loss decides alone. There must be at least one.
std::size_t most_trusted(const std::vector<Opinion>& opinions);

}  // namespace stillpoint
