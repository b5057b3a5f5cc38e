#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace stillpoint {

// Runs a function on several threads. An exception in one of them, mostly for want of memory, does not end
// the program: join() throws it again.
class ThreadGroup {
public:
    // Starts body(0), body(1), ...: at most `count`, fewer where the system has no room for more. Throws if
    // there is none for one.
    ThreadGroup(int count, std::function<void(int)> body);
    ~ThreadGroup();
    ThreadGroup(const ThreadGroup&) = delete;
    ThreadGroup& operator=(const ThreadGroup&) = delete;

    bool is_running() const { return running_ > 0; }
    void join();

private:
    void wait();

    const std::function<void(int)> body_;
    std::vector<std::thread> threads_;
    std::atomic<int> running_{0};
    std::mutex mutex_;
    std::exception_ptr failure_;  // the first
};

}  // namespace stillpoint
