#include "cluster/postman.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

#include "util/machine.h"

namespace stillpoint::cluster {

namespace {

using std::chrono::milliseconds, std::chrono::seconds;

constexpr milliseconds kTurn{1};
// What still waits to leave for a receiver when more is not worth sending to it.
constexpr std::size_t kSlow = 256 << 10;
constexpr int kLettersATurn = 1000;
// For letters to leave, and for everybody else to do so too.
constexpr seconds kPatience{3};

}  // namespace

struct Postman::State {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::pair<int, std::string>> outbox;
    Duties duties;
    enum class Phase { Starting, Failed, Running, Leaving, Closing, Gone } phase = Phase::Starting;
    std::string error;
    int rank = 0, size = 1;
    std::atomic<Microseconds> last_turn{0};
    Link* link = nullptr;  // its thread's
};

Result<std::unique_ptr<Postman>> Postman::start(LinkMaker make_link) {
    auto state = std::make_shared<State>();
    std::unique_ptr<Postman> postman(new Postman(state));
    postman->thread_ = std::thread([state, make_link = std::move(make_link)] { run(state, make_link); });
    std::unique_lock lock(state->mutex);
    state->changed.wait(lock, [&] { return state->phase != State::Phase::Starting; });
    if (state->phase == State::Phase::Failed) return Error{state->error};
    return postman;
}

Postman::~Postman() {
    bool gone = false;
    {
        std::lock_guard lock(state_->mutex);
        gone = state_->phase == State::Phase::Gone || state_->phase == State::Phase::Failed;
        state_->duties = {};
    }
    gone ? thread_.join() : thread_.detach();
}

int Postman::rank() const { return state_->rank; }
int Postman::size() const { return state_->size; }
Microseconds Postman::last_turn() const { return state_->last_turn.load(std::memory_order_relaxed); }

Microseconds Postman::now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void Postman::set_duties(Duties duties) {
    std::lock_guard lock(state_->mutex);
    state_->duties = std::move(duties);
}

void Postman::send(int to, std::string text) {
    {
        std::lock_guard lock(state_->mutex);
        state_->outbox.emplace_back(to, std::move(text));
    }
    state_->changed.notify_all();
}

void Postman::send_to_others(const std::string& text) {
    {
        std::lock_guard lock(state_->mutex);
        for (int to = 0; to < state_->size; ++to)
            if (to != state_->rank) state_->outbox.emplace_back(to, text);
    }
    state_->changed.notify_all();
}

void Postman::offer(int to, const std::string& text) {
    if (state_->link->unsent(to) < kSlow) state_->link->send(to, text);
}

bool Postman::leave(bool in_order) {
    std::unique_lock lock(state_->mutex);
    if (state_->phase != State::Phase::Running) return state_->phase == State::Phase::Gone;
    state_->phase = in_order ? State::Phase::Closing : State::Phase::Leaving;
    state_->changed.notify_all();
    return state_->changed.wait_for(lock, kPatience, [&] { return state_->phase == State::Phase::Gone; });
}

void Postman::run(const std::shared_ptr<State>& state, const LinkMaker& make_link) {
    using Phase = State::Phase;
    ask_for_short_turns();
    auto made = make_link();
    std::unique_lock lock(state->mutex);
    if (!made) {
        state->error = made.error();
        state->phase = Phase::Failed;
        state->changed.notify_all();
        return;
    }
    const std::unique_ptr<Link> link = std::move(*made);
    state->link = link.get();
    state->rank = link->rank();
    state->size = link->size();
    state->last_turn = now();
    state->phase = Phase::Running;
    state->changed.notify_all();

    std::vector<std::pair<int, std::string>> outbox;
    Microseconds left_at = 0;  // 0: not yet
    while (true) {
        state->changed.wait_for(lock, kTurn,
                                [&] { return !state->outbox.empty() || state->phase != Phase::Running; });
        outbox.swap(state->outbox);
        const bool stays = state->phase == Phase::Running;
        // A copy, so that the lock need not be held: setting them anew is for the beginning only.
        const Duties duties = stays ? state->duties : Duties{};
        lock.unlock();

        for (auto& [to, text] : outbox) link->send(to, std::move(text));
        outbox.clear();
        for (int i = 0; i < kLettersATurn && (duties.on_letter || !stays); ++i) {
            const auto letter = link->receive();
            if (!letter) break;
            Reader reader(letter->text);
            const Kind kind = reader.read<Kind>();
            if (stays && reader.ok()) duties.on_letter(kind, letter->from, reader);
        }
        if (duties.on_turn) duties.on_turn(now());
        state->last_turn.store(now(), std::memory_order_relaxed);

        if (!stays) {
            if (left_at == 0) left_at = now();
            bool all_sent = true;
            for (int to = 0; to < link->size(); ++to) all_sent &= link->unsent(to) == 0;
            if (all_sent || now() - left_at > 1'000'000) break;
            std::this_thread::sleep_for(kTurn);
        }
        lock.lock();
    }
    lock.lock();
    const bool closes = state->phase == Phase::Closing;
    lock.unlock();
    if (closes) link->close();
    lock.lock();
    state->phase = Phase::Gone;
    state->changed.notify_all();
}

}  // namespace stillpoint::cluster
