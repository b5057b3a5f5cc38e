#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace stillpoint::train {

// Threads that repeatedly do one task together.
class ThreadTeam {
public:
    explicit ThreadTeam(int threads);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    int size() const { return static_cast<int>(helpers_.size()) + 1; }
    // Calls work(0) to work(size - 1), each on its own thread, the caller's among them, and waits for all.
    void run(const std::function<void(int thread)>& work);

private:
    void help(int thread);

    std::mutex mutex_;
    std::condition_variable start_, finish_;
    const std::function<void(int)>* work_ = nullptr;
    std::uint64_t round_ = 0;
    int busy_ = 0;
    bool quit_ = false;
    std::vector<std::thread> helpers_;
};

}  // namespace stillpoint::train
