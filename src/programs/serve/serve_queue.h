#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "programs/serve/serve_job.h"

namespace stillpoint {

// A job on its way through the server.
struct QueuedJob {
    explicit QueuedJob(ServeJob j) : job(std::move(j)) {}

    ServeJob job;
    std::uint64_t number = 0;  // order of arrival
    std::atomic<bool> cancelled{false};
    // At work on it; null before and after.
    Searcher* searcher = nullptr;
};
using JobPointer = std::shared_ptr<QueuedJob>;

// Jobs between the reader and the workers: at most `capacity` wait, higher priorities and then older ones
// come first. A full queue makes the reader wait, which slows down a client that is too fast.
class ServeQueue {
public:
    explicit ServeQueue(std::size_t capacity) : capacity_(capacity) {}

    // Waits for a place. False if a job with this id is waiting or running.
    bool add(ServeJob job);
    // Waits for a job; null when the queue is closed and empty. The job stays known until finish().
    JobPointer take();
    // Names the searcher at work on a job, so that a cancellation reaches it.
    void begin(const JobPointer& job, Searcher& searcher);
    // Its id may be used again.
    void finish(const JobPointer& job);

    enum class Cancelled { Unknown, Waiting, Running };
    // Removes a waiting job; stops a running one, which its worker will answer.
    Cancelled cancel(const Json& id);

    // No more jobs will come.
    void close();
    // Nobody reads the answers any more: drops waiting jobs and stops running ones.
    void abandon();

private:
    struct Order {
        bool operator()(const JobPointer& a, const JobPointer& b) const {
            if (a->job.priority != b->job.priority) return a->job.priority > b->job.priority;
            return a->number < b->number;
        }
    };

    const std::size_t capacity_;
    std::mutex mutex_;
    std::condition_variable place_, work_;
    std::set<JobPointer, Order> waiting_;
    std::map<std::string, JobPointer> known_;  // waiting and running, by id as JSON text
    std::uint64_t numbers_ = 0;
    bool closed_ = false, abandoned_ = false;
};

}  // namespace stillpoint
