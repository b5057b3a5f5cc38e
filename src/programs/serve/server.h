#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>

#include "nnue/network.h"
#include "programs/serve/serve_queue.h"
#include "util/thread_group.h"

namespace stillpoint {

struct ServeSettings {
    int workers = 1;
    int hash = 16;       // MiB for all workers
    int fresh_hash = 4;  // MiB for a fresh job, whose answer must not depend on the number of workers
    std::size_t queue = 1024;
    bool fresh = false;  // treat every job as if it were the first
    Limits defaults;
    const nnue::Network* network = nullptr;
};

// Answers lines with lines, wherever they come from.
class Server {
public:
    // `write` gets whole lines without line end, from one thread at a time; false means that nobody listens.
    Server(const ServeSettings& settings, std::function<bool(const std::string&)> write);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    // One line of input. Waits while the queue is full. False if nobody listens any more.
    bool handle(std::string_view line, bool was_cut = false);
    // Finishes all jobs in the queue, then ends all threads.
    void finish();

    // For those who have jobs done elsewhere.
    ServeQueue& queue() { return queue_; }
    void write_line(const std::string& line);
    void write_error(const Json& id, const std::string& message);

private:
    // Of one worker; each is made for the first job that needs it.
    struct Searchers {
        std::optional<Searcher> together, alone;
    };
    void work();
    Searcher& searcher_for(const ServeJob& job, Searchers& searchers);
    void run(Searcher& searcher, const JobPointer& job);
    void write(const Json& value);

    const ServeSettings settings_;
    Table table_;  // shared by all jobs but the fresh ones
    const std::function<bool(const std::string&)> write_;
    std::mutex output_;
    std::atomic<bool> deaf_{false};
    std::uint64_t lines_ = 0;
    ServeQueue queue_;
    std::optional<ThreadGroup> workers_;
};

}  // namespace stillpoint
