#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cluster/member.h"
#include "search/context.h"

namespace stillpoint::cluster {

// How long an answer may wait for the others' last word: hardly at all where a clock runs.
Microseconds patience_for(const SearchContext& context);

// Rank 0: its searches are everybody's. Whoever is silent for too long is left out until it is heard again.
class Leader final : public Member {
public:
    // `tell` gets lines for the user, from any thread.
    Leader(Postman& postman, std::string version, std::function<void(const std::string&)> tell);
    // leave() must have been called.
    ~Leader() override = default;

    void send_option(const std::string& line);
    void set_silence(Microseconds silence) { silence_ = silence; }
    // Everybody is to end. False if somebody may be unable to: then only the end of this process is left.
    bool leave();
    // Those that are not lost, without this one.
    int others_present() const;

    void new_game() override;
    void begin(const Position& root, SearchContext& context, int workers) override;
    void progress(const SearchContext&) override {}
    Counts counts() const override;
    void end() override;
    std::vector<WorkerResult> exchange_results(std::vector<WorkerResult> own) override;

private:
    struct Follower {
        std::string name;
        Microseconds heard = 0;
        bool lost = false;
        // Of the present search
        std::uint64_t nodes = 0, tablebase_hits = 0;
        int hashfull = 0;
        std::optional<WorkerResult> interim;
        std::vector<WorkerResult> final_results;
        bool has_ended = false;
    };

    void on_letter(Kind kind, int from, Reader& letter);
    void on_turn(Microseconds now);
    void look_for_lost(Microseconds now);
    void read_counts(Follower& follower, Reader& letter);
    void read_final(Follower& follower, Reader& letter);
    void add_up();

    const std::string version_;
    const std::function<void(const std::string&)> tell_;
    std::atomic<Microseconds> silence_{kDefaultSilence};

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Follower> followers_;  // by rank; the first is nobody
    std::uint32_t search_ = 0;
    SearchContext* context_ = nullptr;  // null: no search
    bool said_to_hang_ = false;
    Microseconds last_turn_ = 0, last_alive_ = 0, last_look_ = 0;  // the postman's

    std::atomic<int> others_{0};
    std::atomic<std::uint64_t> nodes_{0}, tablebase_hits_{0};
    std::atomic<int> hashfull_{0};
};

}  // namespace stillpoint::cluster
