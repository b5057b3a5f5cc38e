// One search over many machines, simulated: each rank is a real search with a table of its own, but time is
// counted in nodes, and letters take as long as the network that is asked for. So the result depends neither
// on this machine's speed nor on what else it does, and is the same each time.
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "chess/fen.h"
#include "cluster/exchange.h"
#include "cluster/member.h"
#include "lab/bench_positions.h"
#include "nnue/network_choice.h"
#include "search/root_moves.h"
#include "search/trace_listener.h"
#include "search/worker.h"

namespace stillpoint::cluster {

namespace {

constexpr int kMaxRanks = 1024;  // a thread each
constexpr int kUsage = 2;        // exit code

struct Setup {
    std::vector<int> ranks{1, 2, 4, 8};
    std::vector<double> delays{1};  // milliseconds, one way
    int depth = 14;
    int positions = 10;
    std::size_t hash = 16;          // MiB a rank
    double nodes_per_second = 1e6;  // of a rank
    double traffic = kDefaultTraffic;
    double bandwidth = 125;  // megabytes a second that a rank's wire carries: a gigabit
    bool one_table = false;
    bool count_uses = false;
};

struct Outcome {
    std::uint64_t nodes = 0;  // rank 0's: the time to the depth
    std::uint64_t all_nodes = 0;
    ExchangeCounts exchanged{};  // of all ranks
    double deepest = 0;          // threshold at the end, mean over the ranks
    std::uint64_t used = 0;      // received entries that the search has read
    std::uint64_t cutoffs = 0;   // nodes that ended by one of them
};

// Lets one rank search at a time: that which is furthest behind.
class Conductor {
public:
    explicit Conductor(int ranks) : time_(static_cast<std::size_t>(ranks), 0) {}

    void wait_for_turn(int rank) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return next() == rank; });
    }
    // The rank has come to this time; returns when it is its turn again.
    void advance(int rank, Microseconds now) {
        {
            std::lock_guard lock(mutex_);
            time_[static_cast<std::size_t>(rank)] = now;
            if (next() == rank) return;
        }
        changed_.notify_all();
        wait_for_turn(rank);
    }
    // It has nothing left to do.
    void finish(int rank) {
        {
            std::lock_guard lock(mutex_);
            time_[static_cast<std::size_t>(rank)] = kNever;
        }
        changed_.notify_all();
    }

private:
    int next() const {
        return static_cast<int>(std::min_element(time_.begin(), time_.end()) - time_.begin());
    }

    static constexpr Microseconds kNever = std::int64_t{1} << 60;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Microseconds> time_;
};

// Follows a search and counts what it makes of the entries that others sent.
class UseCounter final : public TraceListener {
public:
    explicit UseCounter(const Worker& worker) : worker_(worker) {}

    void received(Key key, std::uint64_t word) { foreign_[key] = {word, false}; }

    void entered(const NodeEntry&) override { stack_.push_back(false); }
    void evaluated(const NodeEvaluation& e) override {
        if (!e.table_hit) return;
        const Position& now = worker_.root();
        const auto found = foreign_.find(table_key(now.key(), now.halfmove_clock()));
        if (found == foreign_.end()) return;
        const TableData sent = unpack_entry(found->second.word);
        if (sent.depth != e.table.depth || sent.bound != e.table.bound || sent.eval != e.raw) return;
        used_ += !std::exchange(found->second.is_used, true);
        stack_.back() = true;
    }
    void left(const Finding& finding, Score) override {
        cutoffs_ += stack_.back() && finding.rule == Rule::TableCutoff;
        stack_.pop_back();
    }

    std::uint64_t used() const { return used_; }
    std::uint64_t cutoffs() const { return cutoffs_; }

private:
    struct Foreign {
        std::uint64_t word = 0;
        bool is_used = false;
    };
    const Worker& worker_;
    std::unordered_map<Key, Foreign> foreign_;
    std::vector<bool> stack_;  // whether each node's entry came from elsewhere
    std::uint64_t used_ = 0, cutoffs_ = 0;
};

class Rank;
using Ranks = std::vector<std::unique_ptr<Rank>>;

class Rank final : public Peers {
public:
    Rank(const Setup& setup, int number, double delay, Conductor& conductor, Ranks& all, Table* shared,
         const nnue::Network* network)
        : setup_(setup),
          number_(number),
          delay_(static_cast<Microseconds>(delay * 1000)),
          conductor_(conductor),
          all_(all),
          table_(shared ? shared : &own_table_),
          exchange_(static_cast<std::int64_t>(setup.traffic * kMegabyte)) {
        if (!shared) own_table_.resize(setup.hash);
        worker_->evaluator().use(network);
        if (setup.count_uses) worker_->set_trace_listener(&uses_);
    }

    void search(const Position& root) {
        context_.table = table_;
        context_.limits.depth = number_ == 0 ? setup_.depth : kMaxPly - 1;
        context_.number_of_first_worker = number_;
        context_.workers = {worker_.get()};
        if (all_.size() > 1) context_.peers = this;
        exchange_.begin(*table_, 1, 1);
        conductor_.wait_for_turn(number_);
        worker_->run(context_, root, root_moves_of(root, context_.limits, context_.tablebases));
        if (number_ == 0)
            for (auto& rank : all_) rank->context_.ending.end_search();
        conductor_.finish(number_);
    }

    void progress(const SearchContext&) override {
        const Microseconds now = time();
        if (table_ == &own_table_) {
            while (!inbox_.empty() && inbox_.front().first <= now) {
                take(inbox_.front().second);
                inbox_.pop_front();
            }
            if (const auto letter = exchange_.collect(static_cast<int>(all_.size()) - 1, now))
                send(*letter, now);
        }
        conductor_.advance(number_, now);
    }
    void share(int, Key key, const TableData& data) override {
        if (table_ == &own_table_) exchange_.share(0, key, data);
    }
    void new_game() override {}
    void begin(const Position&, SearchContext&, int) override {}
    Counts counts() const override { return {}; }
    void end() override {}
    std::vector<WorkerResult> exchange_results(std::vector<WorkerResult>) override { return {}; }

    std::uint64_t nodes() const { return worker_->nodes(); }
    const Exchange& exchange() const { return exchange_; }
    const UseCounter& uses() const { return uses_; }

private:
    Microseconds time() const {
        return static_cast<Microseconds>(static_cast<double>(worker_->nodes()) * 1e6 /
                                         setup_.nodes_per_second);
    }
    void take(const std::string& text) {
        Reader letter(text);
        letter.read<Kind>();
        if (setup_.count_uses) {
            Reader again = letter;
            again.read<std::uint32_t>();  // the search's number
            while (!again.at_end()) {
                const Key key = again.read<Key>();
                uses_.received(key, again.read<std::uint64_t>());
            }
        }
        exchange_.accept(letter);
    }
    void send(const std::string& letter, Microseconds now) {
        for (auto& rank : all_) {
            if (rank.get() == this) continue;
            wire_free_ = std::max(wire_free_, now) +
                         static_cast<Microseconds>(static_cast<double>(letter.size()) / setup_.bandwidth);
            // Letters of different senders may arrive in another order than they stand here, by less than
            // the time between two looks.
            rank->inbox_.emplace_back(wire_free_ + delay_, letter);
        }
    }

    const Setup& setup_;
    const int number_;
    const Microseconds delay_;
    Conductor& conductor_;
    Ranks& all_;
    Table own_table_;
    Table* const table_;
    Exchange exchange_;
    SearchContext context_;
    const std::unique_ptr<Worker> worker_ = std::make_unique<Worker>(0);
    UseCounter uses_{*worker_};
    std::deque<std::pair<Microseconds, std::string>> inbox_;
    Microseconds wire_free_ = 0;
};

Outcome simulate(const Setup& setup, int ranks, double delay, const nnue::Network* network) {
    Outcome sum;
    for (int i = 0; i < setup.positions; ++i) {
        const auto root = parse_fen(lab::kBenchPositions[static_cast<std::size_t>(i)]);
        if (!root) continue;
        Conductor conductor(ranks);
        Ranks all;
        Table shared;
        if (setup.one_table) shared.resize(setup.hash);
        for (int n = 0; n < ranks; ++n)
            all.push_back(std::make_unique<Rank>(setup, n, delay, conductor, all,
                                                 setup.one_table ? &shared : nullptr, network));
        std::vector<std::thread> threads;
        for (auto& rank : all) threads.emplace_back([&rank, &root] { rank->search(*root); });
        for (std::thread& thread : threads) thread.join();
        sum.nodes += all[0]->nodes();
        for (const auto& rank : all) {
            const ExchangeCounts c = rank->exchange().counts();
            sum.all_nodes += rank->nodes();
            sum.exchanged.sent += c.sent;
            sum.exchanged.dropped += c.dropped;
            sum.exchanged.bytes += c.bytes;
            sum.exchanged.received += c.received;
            sum.exchanged.known += c.known;
            sum.used += rank->uses().used();
            sum.cutoffs += rank->uses().cutoffs();
            sum.deepest += static_cast<double>(rank->exchange().depth()) / (ranks * setup.positions);
        }
    }
    return sum;
}

int run(int argc, char** argv) {
    CLI::App app{"Nodes to a depth for many ranks and networks, simulated", "stillpoint-simulate"};
    Setup setup;
    app.add_option("--ranks", setup.ranks)
        ->delimiter(',')
        ->check(CLI::Range(1, kMaxRanks))
        ->capture_default_str();
    app.add_option("--delay", setup.delays, "one way, milliseconds")
        ->delimiter(',')
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--depth", setup.depth)->check(CLI::Range(1, kMaxPly - 1))->capture_default_str();
    app.add_option("--positions", setup.positions, "of the bench positions")
        ->check(CLI::Range(1, static_cast<int>(std::size(lab::kBenchPositions))))
        ->capture_default_str();
    app.add_option("--hash", setup.hash, "MiB a rank")->check(CLI::PositiveNumber)->capture_default_str();
    app.add_option("--speed", setup.nodes_per_second, "nodes a second of a rank")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--traffic", setup.traffic, "limit, megabytes a second of a rank")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--bandwidth", setup.bandwidth, "of a rank's wire, megabytes a second")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_flag("--uses", setup.count_uses, "count what becomes of received entries (slower)");
    app.add_flag("--one-table", setup.one_table, "threads of one process instead: all share one table");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? EXIT_SUCCESS : kUsage;
    }

    const auto network = choose_network("");
    const nnue::Network* const in_use = network ? network->get() : nullptr;
    std::printf("%6s %9s %12s %7s %13s %9s %7s %7s %7s %7s %6s\n", "ranks", "delay ms", "nodes to", "speedup",
                "nodes in all", "MB/s each", "dropped", "known", "used", "cutoffs", "depth");
    double alone = 0;
    for (double delay : setup.delays)
        for (int ranks : setup.ranks) {
            const Outcome o = simulate(setup, ranks, delay, in_use);
            if (alone == 0) alone = static_cast<double>(o.nodes);
            const ExchangeCounts& c = o.exchanged;
            const double seconds = static_cast<double>(o.all_nodes) / setup.nodes_per_second;
            const auto share = [](std::uint64_t part, std::uint64_t whole) {
                return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
            };
            std::printf("%6d %9.1f %12llu %7.2f %13llu %9.2f %6.1f%% %6.1f%% %6.1f%% %7llu %6.1f\n", ranks,
                        delay, static_cast<unsigned long long>(o.nodes), alone / static_cast<double>(o.nodes),
                        static_cast<unsigned long long>(o.all_nodes),
                        static_cast<double>(c.bytes) / seconds / kMegabyte,
                        share(c.dropped, c.dropped + c.sent), share(c.known, c.received),
                        share(o.used, c.received), static_cast<unsigned long long>(o.cutoffs), o.deepest);
            std::fflush(stdout);
        }
    return 0;
}

}  // namespace

}  // namespace stillpoint::cluster

int main(int argc, char** argv) {
    try {
        return stillpoint::cluster::run(argc, argv);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "stillpoint-simulate: %s\n", e.what());
    }
    return EXIT_FAILURE;
}
