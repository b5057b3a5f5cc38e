#include "cluster/follower.h"

#include <array>

#include <unistd.h>

namespace stillpoint::cluster {

namespace {

// Signs of life: often enough for node limits while searching, where rank 0 hears from all of us.
constexpr Microseconds kTellEvery = 100 * kMillisecond, kTellEverySearching = kMillisecond;
// Rank 0 has more patience with us than the user with it.
constexpr Microseconds kRank0IsLost = 30 * kSecond;
// Looking at a sample of the table takes longer than counting nodes.
constexpr std::uint64_t kHashfullEvery = 256;

std::string host_name() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "?";
}

}  // namespace

Follower::Follower(Postman& postman, Engine& engine, const std::string& version,
                   std::function<void(const std::string&)> set_option)
    : Member(postman), engine_(engine), set_option_(std::move(set_option)), heard_(Postman::now()) {
    engine_.set_peers(this);
    // Before all else: rank 0 has something to choose from even if our last word comes too late.
    EngineListener listener;
    listener.on_info = [this](const SearchInfo& info, const Position&) {
        if (info.multi_pv != 1 || info.bound != Bound::Exact || info.pv.empty()) return;
        WorkerResult now{.best = RootMove(info.pv[0]), .depth = info.depth};
        now.best.pv = info.pv;
        now.best.score = now.best.shown_score = info.score;
        now.best.selective_depth = info.selective_depth;
        postman_.send(0, (Writer(Kind::Interim) << search_.load() << now).take());
    };
    engine_.set_listener(std::move(listener));
    postman_.send(0,
                  (Writer(Kind::Hello) << std::string_view(version) << std::string_view(host_name())).take());
    postman_.set_duties(
        {.on_letter = [this](Kind kind, int from, Reader& letter) { on_letter(kind, from, letter); },
         .on_turn = [this](Microseconds now) { on_turn(now); }});
}

Follower::~Follower() {
    engine_.stop();
    engine_.wait();
    engine_.set_peers(nullptr);
    engine_.set_listener({});
}

void Follower::tell(const std::string& line) {
    postman_.send(0, (Writer(Kind::Note) << std::string_view(line)).take());
}

bool Follower::run() {
    while (true) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !orders_.empty() || rank0_is_lost_; });
        if (rank0_is_lost_) return false;
        const auto [kind, text] = std::move(orders_.front());
        orders_.pop_front();
        lock.unlock();
        if (kind == Kind::Leave) return true;
        obey(kind, text);
    }
}

void Follower::obey(Kind kind, const std::string& text) {
    Reader letter(text);
    switch (kind) {
        case Kind::Option: set_option_(std::string(letter.text())); break;
        case Kind::NewGame: engine_.new_game(); break;
        case Kind::Begin: begin_search(letter); break;
        case Kind::End:
            if (letter.read<std::uint32_t>() == search_) engine_.stop();
            break;
        default: break;
    }
}

void Follower::begin_search(Reader& letter) {
    const auto order = read_order(letter);
    if (!order) return tell("error: it can't search: " + order.error());
    engine_.set_position(order->root);
    search_ = order->number;
    engine_.go(order->limits);
}

void Follower::begin(const Position&, SearchContext& context, int workers) {
    context.number_of_first_worker = postman_.rank() * workers;
    nodes_ = tablebase_hits_ = 0;
    hashfull_ = 0;
    exchange_.begin(*context.table, search_, workers);
    searches_ = true;
}

void Follower::progress(const SearchContext& context) {
    nodes_.store(context.total_nodes(), std::memory_order_relaxed);
    tablebase_hits_.store(context.total_tablebase_hits(), std::memory_order_relaxed);
    if (calls_of_progress_++ % kHashfullEvery == 0)
        hashfull_.store(context.table->hashfull(), std::memory_order_relaxed);
}

void Follower::write_counts(Writer& letter) const {
    letter << search_.load() << nodes_.load() << tablebase_hits_.load() << hashfull_.load();
}

std::vector<WorkerResult> Follower::exchange_results(std::vector<WorkerResult> own) {
    searches_ = false;
    exchange_.end();
    progress(engine_.last_search());
    Writer letter(Kind::Final);
    write_counts(letter);
    for (const WorkerResult& result : own) letter << result;
    postman_.send(0, letter.take());
    return {};
}

void Follower::on_letter(Kind kind, int from, Reader& letter) {
    if (kind == Kind::Entries) return exchange_.accept(letter);
    if (from != 0) return;
    heard_ = Postman::now();
    if (kind == Kind::Alive) return;
    {
        std::lock_guard lock(mutex_);
        orders_.emplace_back(kind, letter.rest());
    }
    changed_.notify_all();
}

void Follower::on_turn(Microseconds now) {
    send_entries(now);
    if (now - told_ >= (searches_ ? kTellEverySearching * postman_.size() : kTellEvery)) {
        told_ = now;
        Writer letter(Kind::Counts);
        write_counts(letter);
        postman_.offer(0, letter.take());
    }
    if (last_turn_ != 0 && now - last_turn_ > kOwnPause) heard_ += now - last_turn_;
    last_turn_ = now;
    if (now - heard_ > kRank0IsLost) {
        std::lock_guard lock(mutex_);
        rank0_is_lost_ = true;
        changed_.notify_all();
    }
}

}  // namespace stillpoint::cluster
