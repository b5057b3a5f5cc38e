#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cluster/postman.h"
#include "programs/serve/server.h"

namespace stillpoint {

// On rank 0: hands jobs of the server's queue to the workers of other ranks. What a rank had when it fell
// silent is done again, once.
class RemoteWorkers {
public:
    RemoteWorkers(cluster::Postman& postman, Server& server);
    // The server must have finished.
    ~RemoteWorkers();
    RemoteWorkers(const RemoteWorkers&) = delete;
    RemoteWorkers& operator=(const RemoteWorkers&) = delete;

    // Hands out jobs until there are none left, and returns when all are answered.
    void finish();
    // Everybody is to end. False if somebody may be unable to.
    bool leave();

private:
    struct Rank {
        int free = 0;  // how many more jobs it may have
        std::vector<JobPointer> jobs;
        cluster::Microseconds heard = 0;
        bool lost = false;
    };

    void hand_out();
    void on_letter(cluster::Kind kind, int from, cluster::Reader& letter);
    void on_turn(cluster::Microseconds now);
    void take_answer(Rank& rank, const std::string& line);
    void lose(int number, Rank& rank);

    cluster::Postman& postman_;
    Server& server_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Rank> ranks_;  // by number; the first is nobody
    bool no_more_jobs_ = false;
    cluster::Microseconds last_turn_ = 0, told_ = 0;  // the postman's
    std::thread hands_out_;
};

// On any other rank: does what rank 0 sends. Returns the exit code.
int serve_rank0(const ServeSettings& settings, cluster::Postman& postman);

}  // namespace stillpoint
