#pragma once

#include <condition_variable>
#include <functional>
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
    // Ends the work on it; empty before and after.
    std::function<void()> stop;
    bool was_lost = false;  // with the machine it ran on
};
using JobPointer = std::shared_ptr<QueuedJob>;

// Jobs between the reader and the workers: at most `capacity` wait, higher priorities and then older ones
// come first. A full queue makes the reader wait, which slows down a client that is too fast.
class ServeQueue {
public:
    explicit ServeQueue(std::size_t capacity) : capacity_(capacity) {}

    // Waits for a place. False if a job with this id is waiting or running.
    bool add(ServeJob job);
    // Waits for a job; null when the queue is closed and empty and no lent job can come back. The job stays
    // known until finish().
    JobPointer take();
    // Likewise, for a machine that may be lost: then the job is given back.
    JobPointer lend();
    void give_back(const JobPointer& job);
    // How a job that is at work can be stopped, so that a cancellation reaches it.
    void begin(const JobPointer& job, std::function<void()> stop);
    // Its id may be used again.
    void finish(const JobPointer& job);
    // The job with this id, if it is waiting or running.
    JobPointer find(const Json& id);

    enum class Cancelled { Unknown, Waiting, Running };
    // Removes a waiting job; stops a running one, which its worker will answer.
    Cancelled cancel(const Json& id);

    // No more jobs will come.
    void close();
    // Nobody reads the answers any more: drops waiting jobs and stops running ones.
    void abandon();

private:
    JobPointer take(std::unique_lock<std::mutex>& lock);

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
    std::set<JobPointer> lent_;
    bool closed_ = false, abandoned_ = false;
};

}  // namespace stillpoint
