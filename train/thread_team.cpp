#include "train/thread_team.h"

namespace stillpoint::train {

ThreadTeam::ThreadTeam(int threads) {
    for (int i = 1; i < threads; ++i) helpers_.emplace_back([this, i] { help(i); });
}

ThreadTeam::~ThreadTeam() {
    {
        const std::scoped_lock lock(mutex_);
        quit_ = true;
    }
    start_.notify_all();
    for (std::thread& t : helpers_) t.join();
}

void ThreadTeam::run(const std::function<void(int)>& work) {
    {
        const std::scoped_lock lock(mutex_);
        work_ = &work;
        busy_ = static_cast<int>(helpers_.size());
        ++round_;
    }
    start_.notify_all();
    work(0);
    std::unique_lock lock(mutex_);
    finish_.wait(lock, [this] { return busy_ == 0; });
}

void ThreadTeam::help(int thread) {
    std::uint64_t seen = 0;
    while (true) {
        const std::function<void(int)>* work = nullptr;
        {
            std::unique_lock lock(mutex_);
            start_.wait(lock, [&] { return quit_ || round_ != seen; });
            if (quit_) return;
            seen = round_;
            work = work_;
        }
        (*work)(thread);
        const std::scoped_lock lock(mutex_);
        if (--busy_ == 0) finish_.notify_one();
    }
}

}  // namespace stillpoint::train
