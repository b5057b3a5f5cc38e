#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

#include "cluster/member.h"
#include "engine/engine.h"

namespace stillpoint::cluster {

// Any other rank: does what rank 0 tells it, and tells it what comes of that.
class Follower final : public Member {
public:
    // `set_option` carries out a setoption line. The engine's listener and peers are replaced.
    Follower(Postman& postman, Engine& engine, const std::string& version,
             std::function<void(const std::string&)> set_option);
    ~Follower() override;

    // Obeys until told to leave. False if rank 0 has gone without a word.
    bool run();
    // A line for the user, from any thread.
    void tell(const std::string& line);

    void new_game() override {}
    void begin(const Position& root, SearchContext& context, int workers) override;
    void progress(const SearchContext& context) override;
    Counts counts() const override { return {}; }
    void end() override {}
    std::vector<WorkerResult> exchange_results(std::vector<WorkerResult> own) override;

private:
    void on_letter(Kind kind, int from, Reader& letter);
    void on_turn(Microseconds now);
    void obey(Kind kind, const std::string& text);
    void begin_search(Reader& letter);
    void write_counts(Writer& letter) const;

    Engine& engine_;
    const std::function<void(const std::string&)> set_option_;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::pair<Kind, std::string>> orders_;
    bool rank0_is_lost_ = false;

    std::atomic<std::uint32_t> search_{0};
    std::atomic<bool> searches_{false};
    std::atomic<std::uint64_t> nodes_{0}, tablebase_hits_{0};
    std::atomic<int> hashfull_{0};
    std::uint64_t calls_of_progress_ = 0;                // the first worker's
    Microseconds heard_ = 0, last_turn_ = 0, told_ = 0;  // the postman's
};

}  // namespace stillpoint::cluster
