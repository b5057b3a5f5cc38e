#include "programs/serve/ranks.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <utility>

namespace stillpoint {

namespace {

using namespace cluster;

constexpr Microseconds kSecond = 1'000'000;
constexpr Microseconds kAliveEvery = kSecond / 5, kLostAfter = 3 * kSecond, kRank0LostAfter = 30 * kSecond;
// A longer pause between two turns was our own.
constexpr Microseconds kOwnPause = kSecond / 2;

std::string job_letter(std::string_view line) { return (Writer(Kind::Job) << line).take(); }

}  // namespace

RemoteWorkers::RemoteWorkers(Postman& postman, Server& server)
    : postman_(postman), server_(server), ranks_(static_cast<std::size_t>(postman.size())) {
    for (Rank& rank : ranks_) rank.heard = Postman::now();
    postman.set_duties(
        {.on_letter = [this](Kind kind, int from, Reader& letter) { on_letter(kind, from, letter); },
         .on_turn = [this](Microseconds now) { on_turn(now); }});
    hands_out_ = std::thread([this] { hand_out(); });
}

RemoteWorkers::~RemoteWorkers() {
    if (hands_out_.joinable()) hands_out_.join();
}

void RemoteWorkers::finish() {
    server_.queue().close();
    {
        std::lock_guard lock(mutex_);
        no_more_jobs_ = true;
    }
    changed_.notify_all();
    hands_out_.join();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
        return std::all_of(ranks_.begin(), ranks_.end(), [](const Rank& r) { return r.jobs.empty(); });
    });
}

bool RemoteWorkers::leave() {
    postman_.send_to_others(Writer(Kind::Leave).take());
    bool all_here = false;
    {
        std::lock_guard lock(mutex_);
        all_here = std::none_of(ranks_.begin() + 1, ranks_.end(), [](const Rank& r) { return r.lost; });
    }
    return postman_.leave(all_here);
}

void RemoteWorkers::hand_out() {
    while (true) {
        {
            std::unique_lock lock(mutex_);
            const auto has_room = [](const Rank& r) { return r.free > 0 && !r.lost; };
            changed_.wait(
                lock, [&] { return no_more_jobs_ || std::any_of(ranks_.begin(), ranks_.end(), has_room); });
            // Nobody left to hand them to: this rank's own workers do the rest.
            if (std::none_of(ranks_.begin(), ranks_.end(), has_room)) {
                if (std::all_of(ranks_.begin() + 1, ranks_.end(), [](const Rank& r) { return r.lost; }))
                    return;
                changed_.wait(lock);
                continue;
            }
        }
        const JobPointer job = server_.queue().lend();
        if (!job) return;
        std::unique_lock lock(mutex_);
        const auto rank = std::max_element(
            ranks_.begin() + 1, ranks_.end(),
            [](const Rank& a, const Rank& b) { return (a.lost ? 0 : a.free) < (b.lost ? 0 : b.free); });
        if (rank->lost || rank->free == 0) {
            lock.unlock();
            server_.queue().give_back(job);
            continue;
        }
        const int number = static_cast<int>(rank - ranks_.begin());
        --rank->free;
        rank->jobs.push_back(job);
        lock.unlock();
        postman_.send(number, job_letter(job->job.line));
        server_.queue().begin(job, [this, number, id = job->job.id] {
            Json cancel;
            cancel["cancel"] = id;
            postman_.send(number, job_letter(one_line(cancel)));
        });
    }
}

void RemoteWorkers::on_letter(Kind kind, int from, Reader& letter) {
    std::unique_lock lock(mutex_);
    Rank& rank = ranks_[static_cast<std::size_t>(from)];
    rank.heard = Postman::now();
    if (kind == Kind::Hello) {
        rank.free = letter.read<int>() + 1;  // one waits, so that no worker does
        changed_.notify_all();
    }
    if (kind != Kind::Answer) return;
    const std::string line(letter.text());
    lock.unlock();
    take_answer(rank, line);
}

// By the postman, as are all changes of a rank's jobs but new ones.
void RemoteWorkers::take_answer(Rank& rank, const std::string& line) {
    const Json answer = Json::parse(line, nullptr, false);
    if (!answer.is_object() || !answer.contains("id")) return;
    const JobPointer job = server_.queue().find(answer["id"]);
    {
        std::lock_guard lock(mutex_);
        const auto found = std::find(rank.jobs.begin(), rank.jobs.end(), job);
        // It was lost, and is done elsewhere.
        if (!job || found == rank.jobs.end()) return;
        rank.jobs.erase(found);
        ++rank.free;
    }
    server_.queue().finish(job);
    server_.write_line(line);
    changed_.notify_all();
}

void RemoteWorkers::on_turn(Microseconds now) {
    if (now - told_ >= kAliveEvery) {
        told_ = now;
        for (int to = 1; to < postman_.size(); ++to) postman_.offer(to, Writer(Kind::Alive).take());
    }
    const Microseconds own_pause = last_turn_ != 0 && now - last_turn_ > kOwnPause ? now - last_turn_ : 0;
    last_turn_ = now;
    for (std::size_t n = 1; n < ranks_.size(); ++n) {
        std::unique_lock lock(mutex_);
        Rank& rank = ranks_[n];
        rank.heard += own_pause;
        const bool lost = now - rank.heard > kLostAfter;
        if (lost == rank.lost) continue;
        rank.lost = lost;
        changed_.notify_all();
        lock.unlock();
        if (lost)
            lose(static_cast<int>(n), rank);
        else
            std::fprintf(stderr, "serve: rank %zu is back\n", n);
    }
}

void RemoteWorkers::lose(int number, Rank& rank) {
    std::vector<JobPointer> jobs;
    {
        std::lock_guard lock(mutex_);
        jobs.swap(rank.jobs);
        rank.free += static_cast<int>(jobs.size());
    }
    std::fprintf(stderr, "serve: rank %d has fallen silent; %zu jobs run again\n", number, jobs.size());
    for (const JobPointer& job : jobs) {
        if (!std::exchange(job->was_lost, true)) {
            server_.queue().give_back(job);
        } else {
            server_.queue().finish(job);
            server_.write_error(job->job.id, "it was lost twice with the machine it ran on");
        }
    }
    changed_.notify_all();
}

int serve_rank0(const ServeSettings& settings, Postman& postman) {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::string> lines;
    bool leaves = false, rank0_is_lost = false;
    Microseconds heard = Postman::now(), last_turn = 0, told = 0;
    Server server(settings, [&postman](const std::string& line) {
        postman.send(0, (Writer(Kind::Answer) << std::string_view(line)).take());
        return true;
    });
    postman.send(0, (Writer(Kind::Hello) << settings.workers).take());
    postman.set_duties({.on_letter =
                            [&](Kind kind, int, Reader& letter) {
                                heard = Postman::now();
                                std::lock_guard lock(mutex);
                                if (kind == Kind::Job) lines.emplace_back(letter.text());
                                leaves |= kind == Kind::Leave;
                                changed.notify_all();
                            },
                        .on_turn =
                            [&](Microseconds now) {
                                if (now - told >= kAliveEvery) {
                                    told = now;
                                    postman.offer(0, Writer(Kind::Alive).take());
                                }
                                if (last_turn != 0 && now - last_turn > kOwnPause) heard += now - last_turn;
                                last_turn = now;
                                if (now - heard < kRank0LostAfter) return;
                                std::lock_guard lock(mutex);
                                rank0_is_lost = true;
                                changed.notify_all();
                            }});
    while (true) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return !lines.empty() || leaves || rank0_is_lost; });
        if (lines.empty() || rank0_is_lost) break;
        const std::string line = std::move(lines.front());
        lines.pop_front();
        lock.unlock();
        server.handle(line);
    }
    if (rank0_is_lost) {
        std::fputs("serve: rank 0 has gone\n", stderr);
        std::_Exit(1);
    }
    server.finish();
    if (!postman.leave(true)) std::_Exit(0);
    return 0;
}

}  // namespace stillpoint
