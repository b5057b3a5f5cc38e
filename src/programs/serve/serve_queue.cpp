#include "programs/serve/serve_queue.h"

namespace stillpoint {

bool ServeQueue::add(ServeJob job) {
    std::unique_lock lock(mutex_);
    // Checked only now that there is a place: an older job of that name may have ended meanwhile.
    place_.wait(lock, [&] { return waiting_.size() < capacity_ || abandoned_; });
    if (abandoned_) return true;
    const std::string name = one_line(job.id);
    if (known_.count(name)) return false;
    auto entry = std::make_shared<QueuedJob>(std::move(job));
    entry->number = numbers_++;
    known_[name] = entry;
    waiting_.insert(std::move(entry));
    work_.notify_one();
    return true;
}

JobPointer ServeQueue::take() {
    std::unique_lock lock(mutex_);
    return take(lock);
}

JobPointer ServeQueue::lend() {
    std::unique_lock lock(mutex_);
    const JobPointer job = take(lock);
    if (job) lent_.insert(job);
    return job;
}

void ServeQueue::give_back(const JobPointer& job) {
    std::lock_guard lock(mutex_);
    job->stop = nullptr;
    if (lent_.erase(job) > 0 && !abandoned_) waiting_.insert(job);
    work_.notify_all();
}

JobPointer ServeQueue::take(std::unique_lock<std::mutex>& lock) {
    work_.wait(lock, [&] { return (closed_ && lent_.empty()) || !waiting_.empty(); });
    if (waiting_.empty()) return nullptr;
    JobPointer job = *waiting_.begin();
    waiting_.erase(waiting_.begin());
    place_.notify_one();
    return job;
}

void ServeQueue::begin(const JobPointer& job, std::function<void()> stop) {
    std::lock_guard lock(mutex_);
    job->stop = std::move(stop);
    // Cancelled in the moment between being taken and now.
    if (job->cancelled) job->stop();
}

JobPointer ServeQueue::find(const Json& id) {
    std::lock_guard lock(mutex_);
    const auto found = known_.find(one_line(id));
    return found == known_.end() ? nullptr : found->second;
}

void ServeQueue::finish(const JobPointer& job) {
    std::lock_guard lock(mutex_);
    job->stop = nullptr;
    if (lent_.erase(job) > 0) work_.notify_all();
    const auto found = known_.find(one_line(job->job.id));
    if (found != known_.end() && found->second == job) known_.erase(found);
}

ServeQueue::Cancelled ServeQueue::cancel(const Json& id) {
    std::lock_guard lock(mutex_);
    const auto found = known_.find(one_line(id));
    if (found == known_.end()) return Cancelled::Unknown;
    const JobPointer job = found->second;
    job->cancelled = true;
    if (waiting_.erase(job) == 0) {
        if (job->stop) job->stop();
        return Cancelled::Running;
    }
    known_.erase(found);
    place_.notify_one();
    return Cancelled::Waiting;
}

void ServeQueue::close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    work_.notify_all();
}

void ServeQueue::abandon() {
    std::lock_guard lock(mutex_);
    closed_ = abandoned_ = true;
    waiting_.clear();
    for (auto& [name, job] : known_) {
        job->cancelled = true;
        if (job->stop) job->stop();
    }
    lent_.clear();
    work_.notify_all();
    place_.notify_all();
}

}  // namespace stillpoint
