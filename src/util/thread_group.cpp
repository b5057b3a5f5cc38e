#include "util/thread_group.h"

#include <system_error>
#include <utility>

namespace stillpoint {

ThreadGroup::ThreadGroup(int count, std::function<void(int)> body) : body_(std::move(body)) {
    threads_.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        ++running_;
        try {
            threads_.emplace_back([this, i] {
                try {
                    body_(i);
                } catch (...) {
                    std::lock_guard lock(mutex_);
                    if (!failure_) failure_ = std::current_exception();
                }
                --running_;
            });
        } catch (const std::system_error&) {
            --running_;
            if (i == 0) throw;
            return;
        }
    }
}

ThreadGroup::~ThreadGroup() { wait(); }

void ThreadGroup::wait() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

void ThreadGroup::join() {
    wait();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace stillpoint
