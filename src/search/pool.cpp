#include "search/pool.h"

#include <algorithm>
#include <map>
#include <new>
#include <system_error>

#include "util/machine.h"

namespace stillpoint {

namespace {
constexpr Score kVoteOffset = 14;
}

Pool::Pool(int threads) { resize(threads); }

Pool::~Pool() {
    stop();
    wait();  // the first worker looks at the others until it has answered
    while (!slots_.empty()) remove_slot();
}

bool Pool::add_slot() {
    auto slot = std::make_unique<Slot>();
    const int number = size();
    if (!kHasThreads) {
        if (number > 0) return false;
        slot->worker = std::make_unique<Worker>(number);
        slot->worker->evaluator().use(network_);
        slots_.push_back(std::move(slot));
        return true;
    }
    try {
        slot->thread = std::thread([&s = *slot, number, start = thread_start_] {
            if (start) start(number);
            // Made by its own thread, so that its memory is near.
            std::unique_ptr<Worker> worker;
            try {
                worker = std::make_unique<Worker>(number);
            } catch (const std::bad_alloc&) {
            }
            {
                std::lock_guard lock(s.mutex);
                s.out_of_memory = !worker;
                s.worker = std::move(worker);
            }
            s.idle.notify_all();
            if (!s.out_of_memory) loop(s);
        });
    } catch (const std::system_error&) {
        // Without a single worker there is no engine.
        if (number == 0) throw;
        return false;
    }
    {
        std::unique_lock lock(slot->mutex);
        slot->idle.wait(lock, [&] { return slot->worker || slot->out_of_memory; });
    }
    if (slot->out_of_memory) {
        slot->thread.join();
        if (number == 0) throw std::bad_alloc();
        return false;
    }
    slot->worker->evaluator().use(network_);
    slots_.push_back(std::move(slot));
    return true;
}

void Pool::remove_slot() {
    Slot& slot = *slots_.back();
    wait_idle(slot);
    {
        std::lock_guard lock(slot.mutex);
        slot.quit = true;
    }
    slot.wake.notify_one();
    if (kHasThreads) slot.thread.join();
    slots_.pop_back();
}

void Pool::loop(Slot& slot) {
    std::unique_lock lock(slot.mutex);
    while (true) {
        slot.wake.wait(lock, [&] { return slot.quit || slot.job; });
        if (slot.quit) return;
        lock.unlock();
        slot.job(*slot.worker);
        lock.lock();
        slot.job = nullptr;
        slot.idle.notify_all();
    }
}

void Pool::give(Slot& slot, std::function<void(Worker&)> job) {
    wait_idle(slot);
    {
        std::lock_guard lock(slot.mutex);
        slot.job = std::move(job);
    }
    if (!kHasThreads) {
        // The caller does the work himself, and has to wait for it.
        slot.job(*slot.worker);
        slot.job = nullptr;
    }
    slot.wake.notify_one();
}

void Pool::wait_idle(Slot& slot) {
    std::unique_lock lock(slot.mutex);
    slot.idle.wait(lock, [&] { return !slot.job; });
}

template <class Job>
void Pool::on_all(Job job) {
    for (auto& slot : slots_) give(*slot, job);
    for (auto& slot : slots_) wait_idle(*slot);
}

void Pool::resize(int threads) {
    wait();
    while (size() > std::max(threads, 1)) remove_slot();
    while (size() < std::max(threads, 1) && add_slot()) {
    }
}

void Pool::clear_learning() {
    on_all([](Worker& w) { w.clear(); });
}

void Pool::use_network(const nnue::Network* network) {
    network_ = network;
    for (auto& slot : slots_) {
        std::lock_guard lock(slot->mutex);
        slot->worker->evaluator().use(network);
    }
}

void Pool::on_thread_start(std::function<void(int)> action) {
    thread_start_ = std::move(action);
    if (!thread_start_) return;
    for (int number = 0; number < size(); ++number)
        give(*slots_[static_cast<std::size_t>(number)], [this, number](Worker&) { thread_start_(number); });
    wait();
}

void Pool::start(SearchContext& context, const Position& root, const std::vector<RootMove>& root_moves,
                 std::function<void(const Worker&)> on_done) {
    wait();
    {
        std::lock_guard lock(context_mutex_);
        context_ = &context;
    }
    context.workers.clear();
    const std::size_t workers = context.alone ? 1 : slots_.size();
    for (std::size_t i = 0; i < workers; ++i) {
        slots_[i]->worker->reset_counts();
        context.workers.push_back(slots_[i]->worker.get());
    }
    // Helpers first: the first worker's end is everybody's end.
    for (std::size_t i = workers; i-- > 1;)
        give(*slots_[i], [&context, root, root_moves](Worker& w) { w.run(context, root, root_moves); });
    give(*slots_[0], [this, &context, root, root_moves, on_done = std::move(on_done)](Worker& w) mutable {
        w.run(context, root, root_moves);
        finish(w, on_done);
    });
}

void Pool::finish(Worker& first, std::function<void(const Worker&)>& on_done) {
    SearchContext& context = *context_;
    // Without threads nobody can say any more what the search would wait for: it answers at once.
    if (kHasThreads) context.ending.wait_for_answer_time();
    context.ending.end_search();
    if (context.peers) context.peers->end();
    for (std::size_t i = 1; i < slots_.size(); ++i) wait_idle(*slots_[i]);
    std::vector<WorkerResult> of_peers;
    if (context.peers) {
        std::vector<WorkerResult> own;
        for (const Worker* w : context.workers)
            if (!w->root_moves().empty()) own.push_back({w->root_moves()[0], w->completed_depth()});
        of_peers = context.peers->exchange_results(std::move(own));
    }
    // Several lines are wanted: only the first worker's are consistent with each other.
    const bool single = context.multi_pv == 1 && !context.limits.depth && !first.root_moves().empty();
    on_done(single ? vote(first, of_peers) : first);
}

const Worker& Pool::vote(Worker& first, const std::vector<WorkerResult>& of_peers) const {
    std::vector<Opinion> opinions;
    for (const Worker* w : context_->workers) {
        const RootMove& best = w->root_moves()[0];
        opinions.push_back({best.move(), best.score, w->completed_depth()});
    }
    // Another process may have other tablebases, and its message be about another position.
    std::vector<const WorkerResult*> admitted;
    const int rank = first.root_moves()[0].tablebase_rank;
    for (const WorkerResult& result : of_peers)
        if (std::any_of(first.root_moves().begin(), first.root_moves().end(), [&](const RootMove& m) {
                return m.move() == result.best.move() && m.tablebase_rank == rank;
            })) {
            opinions.push_back({result.best.move(), result.best.score, result.depth});
            admitted.push_back(&result);
        }
    const std::size_t chosen = most_trusted(opinions), workers = context_->workers.size();
    if (chosen >= workers) {
        first.report_result(*admitted[chosen - workers]);
        return first;
    }
    const Worker& best = *context_->workers[chosen];
    if (&best != &first) first.report_result_of(best);
    return best;
}

void Pool::stop() {
    std::lock_guard lock(context_mutex_);
    if (context_) context_->ending.stop();
}

void Pool::ponder_hit() {
    std::lock_guard lock(context_mutex_);
    if (context_) context_->ending.ponder_hit();
}

void Pool::wait() {
    for (auto& slot : slots_) wait_idle(*slot);
}

bool Pool::is_searching() const {
    Slot& first = *slots_[0];
    std::lock_guard lock(first.mutex);
    return static_cast<bool>(first.job);
}

std::size_t most_trusted(const std::vector<Opinion>& opinions) {
    Score lowest = kInfiniteScore;
    for (const Opinion& o : opinions) lowest = std::min(lowest, o.score);
    std::map<std::uint16_t, std::int64_t> votes;
    const auto weight = [&](const Opinion& o) {
        return static_cast<std::int64_t>(o.score - lowest + kVoteOffset) * o.depth;
    };
    for (const Opinion& o : opinions)
        if (o.depth > 0) votes[o.move.raw()] += weight(o);

    const Opinion* best = &opinions[0];
    for (const Opinion& o : opinions) {
        if (o.depth == 0) continue;
        const std::int64_t its_votes = votes[o.move.raw()], best_votes = votes[best->move.raw()];
        if (is_win(best->score)) {
            // The shortest proven win.
            if (o.score > best->score) best = &o;
        } else if (is_loss(best->score)) {
            // The longest resistance to a proven loss; anything unproven counts as resistance.
            if (o.score > best->score) best = &o;
        } else if (is_win(o.score) ||
                   (!is_loss(o.score) &&
                    (its_votes > best_votes || (its_votes == best_votes && weight(o) > weight(*best))))) {
            best = &o;
        }
    }
    return static_cast<std::size_t>(best - opinions.data());
}

}  // namespace stillpoint
