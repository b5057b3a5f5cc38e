#include "cluster/leader.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "util/text.h"

namespace stillpoint::cluster {

namespace {

constexpr Microseconds kAliveEvery = 200 * kMillisecond;
constexpr Microseconds kLookEvery = 100 * kMillisecond;
constexpr Microseconds kMostPatience = kSecond, kMostPatienceByClock = 5 * kMillisecond;

}  // namespace

Microseconds patience_for(const SearchContext& context) {
    // Nobody asks for the others' moves.
    if (context.multi_pv > 1 || context.limits.depth) return 0;
    if (!context.clock.active) return kMostPatience;
    return std::clamp<Microseconds>(context.clock.budget.soft * kMillisecond / 20, 0, kMostPatienceByClock);
}

Leader::Leader(Postman& postman, std::string version, std::function<void(const std::string&)> tell)
    : Member(postman), version_(std::move(version)), tell_(std::move(tell)) {
    followers_.resize(static_cast<std::size_t>(postman.size()));
    for (std::size_t rank = 1; rank < followers_.size(); ++rank) {
        followers_[rank].name = "rank " + std::to_string(rank);
        followers_[rank].heard = Postman::now();
    }
    others_ = postman.size() - 1;
    postman.set_duties(
        {.on_letter = [this](Kind kind, int from, Reader& letter) { on_letter(kind, from, letter); },
         .on_turn = [this](Microseconds now) { on_turn(now); }});
}

void Leader::send_option(const std::string& line) {
    postman_.send_to_others((Writer(Kind::Option) << std::string_view(line)).take());
}

bool Leader::leave() {
    postman_.send_to_others(Writer(Kind::Leave).take());
    return postman_.leave(others_present() == postman_.size() - 1);
}

int Leader::others_present() const { return others_; }

void Leader::new_game() { postman_.send_to_others(Writer(Kind::NewGame).take()); }

void Leader::begin(const Position& root, SearchContext& context, int workers) {
    std::string hangs;
    {
        std::lock_guard lock(mutex_);
        ++search_;
        context_ = &context;
        for (Follower& f : followers_) {
            f.nodes = f.tablebase_hits = 0;
            f.hashfull = 0;
            f.interim.reset();
            f.final_results.clear();
            f.has_ended = false;
        }
        add_up();
        const bool is_stuck = Postman::now() - postman_.last_turn() > silence_;
        if (is_stuck && !said_to_hang_)
            hangs = "the connection to the other ranks hangs: this one searches alone";
        said_to_hang_ = is_stuck;
    }
    if (!hangs.empty()) tell_(hangs);
    exchange_.begin(*context.table, search_, workers);
    postman_.send_to_others(write_order(search_, root, context.limits));
}

Peers::Counts Leader::counts() const {
    return {.processes = others_,
            .nodes = nodes_.load(std::memory_order_relaxed),
            .tablebase_hits = tablebase_hits_.load(std::memory_order_relaxed),
            .hashfull = hashfull_.load(std::memory_order_relaxed)};
}

void Leader::end() { postman_.send_to_others((Writer(Kind::End) << search_).take()); }

std::vector<WorkerResult> Leader::exchange_results(std::vector<WorkerResult>) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::microseconds(patience_for(*context_)), [&] {
        return std::all_of(followers_.begin() + 1, followers_.end(),
                           [](const Follower& f) { return f.lost || f.has_ended; });
    });
    context_ = nullptr;
    std::vector<WorkerResult> results;
    for (Follower& f : followers_) {
        for (WorkerResult& r : f.final_results) results.push_back(std::move(r));
        f.final_results.clear();
        if (!f.has_ended && f.interim) results.push_back(std::move(*f.interim));
    }
    lock.unlock();
    exchange_.end();
    return results;
}

// Needs the lock.
void Leader::add_up() {
    std::uint64_t nodes = 0, tablebase_hits = 0;
    int hashfull = 0;
    for (const Follower& f : followers_) {
        nodes += f.nodes;
        tablebase_hits += f.tablebase_hits;
        hashfull += f.lost ? 0 : f.hashfull;
    }
    nodes_.store(nodes, std::memory_order_relaxed);
    tablebase_hits_.store(tablebase_hits, std::memory_order_relaxed);
    hashfull_.store(hashfull, std::memory_order_relaxed);
}

void Leader::on_letter(Kind kind, int from, Reader& letter) {
    if (kind == Kind::Entries) return exchange_.accept(letter);
    std::string told;
    {
        std::lock_guard lock(mutex_);
        Follower& f = followers_[static_cast<std::size_t>(from)];
        f.heard = Postman::now();
        switch (kind) {
            case Kind::Hello: {
                const std::string version(letter.text());
                f.name += concat({" on ", letter.text()});
                if (version != version_)
                    told = concat({"warning: ", f.name, " runs another version: ", version});
                break;
            }
            case Kind::Counts:
                if (letter.read<std::uint32_t>() == search_) read_counts(f, letter);
                break;
            case Kind::Interim:
                if (letter.read<std::uint32_t>() == search_)
                    if (WorkerResult result = letter.result(); letter.ok()) f.interim = std::move(result);
                break;
            case Kind::Final:
                if (letter.read<std::uint32_t>() == search_) read_final(f, letter);
                break;
            case Kind::Note: told = f.name + ": " + std::string(letter.text()); break;
            default: break;
        }
    }
    if (!told.empty()) tell_(told);
}

void Leader::read_counts(Follower& follower, Reader& letter) {
    follower.nodes = letter.read<std::uint64_t>();
    follower.tablebase_hits = letter.read<std::uint64_t>();
    follower.hashfull = letter.read<int>();
    add_up();
}

void Leader::read_final(Follower& follower, Reader& letter) {
    read_counts(follower, letter);
    while (!letter.at_end()) {
        WorkerResult result = letter.result();
        if (letter.ok()) follower.final_results.push_back(std::move(result));
    }
    follower.has_ended = true;
    changed_.notify_all();
    if (!context_ || !context_->limits.mate) return;
    // A mate that was looked for ends everybody's search, whoever found it.
    const bool found =
        std::any_of(follower.final_results.begin(), follower.final_results.end(), [&](const WorkerResult& r) {
            return is_mate(r.best.score) && kMateScore - r.best.score <= 2 * *context_->limits.mate;
        });
    if (found) context_->ending.end_search();
}

void Leader::on_turn(Microseconds now) {
    send_entries(now);
    if (now - last_alive_ >= kAliveEvery) {
        last_alive_ = now;
        const std::string letter = Writer(Kind::Alive).take();
        for (int to = 1; to < postman_.size(); ++to) postman_.offer(to, letter);
    }
    if (last_turn_ != 0 && now - last_turn_ > kOwnPause) {
        std::lock_guard lock(mutex_);
        for (Follower& f : followers_) f.heard += now - last_turn_;
    }
    last_turn_ = now;
    if (now - last_look_ >= kLookEvery) {
        last_look_ = now;
        look_for_lost(now);
    }
}

void Leader::look_for_lost(Microseconds now) {
    std::vector<std::string> told;
    {
        std::lock_guard lock(mutex_);
        int present = 0;
        for (std::size_t rank = 1; rank < followers_.size(); ++rank) {
            Follower& f = followers_[rank];
            const bool lost = now - f.heard > silence_;
            if (lost && !f.lost)
                told.push_back(format("%s has been silent for %.1f s: the search goes on without it",
                                      f.name.c_str(), static_cast<double>(now - f.heard) / kSecond));
            if (!lost && f.lost) told.push_back(f.name + " is back");
            f.lost = lost;
            present += !lost;
        }
        others_ = present;
        if (!told.empty()) changed_.notify_all();
    }
    for (const std::string& line : told) tell_(line);
}

}  // namespace stillpoint::cluster
