#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chess/position.h"
#include "engine/lag_meter.h"
#include "engine/node_clock.h"
#include "engine/numa.h"
#include "engine/strength.h"
#include "nnue/network.h"
#include "search/context.h"
#include "search/limits.h"
#include "search/pool.h"
#include "search/table.h"
#include "search/table_cleaner.h"
#include "search/tuning.h"
#include "util/result.h"

namespace stillpoint {

// Settings that take effect at the next `go`.
struct EngineSettings {
    int multi_pv = 1;
    Milliseconds move_overhead = 10;
    std::int64_t node_time = 0;    // nodes that count as a millisecond; 0: real time
    std::uint64_t soft_nodes = 0;  // 0: none
    int tablebase_min_depth = 1;
    int tablebase_max_pieces = 7;
    bool tablebase_fifty_move_rule = true;
    bool limit_strength = false;
    int elo = kMaxElo;            // used with limit_strength
    int skill_level = kMaxSkill;  // used without it
    Tuning tuning;
    bool lab = false;  // searches are counted, for `stats`
};

struct BestMove {
    Move move;    // none only if there is no legal move
    Move ponder;  // none if nothing sensible is known
};

// What the engine reports during and after a search. Called from search threads; each may be empty.
struct EngineListener {
    std::function<void(const SearchInfo&, const Position& root)> on_info;
    std::function<void(const CurrentMoveInfo&)> on_current_move;
    std::function<void(const BestMove&, const Position& root)> on_best_move;
};

// The whole product without any text protocol: owns the position, the table, the network and the threads. One
// thread calls it; only stop() and is_searching() may be called from others.
class Engine {
public:
    Engine();
    ~Engine();

    // Returns the one it replaces. Not while a search is running.
    EngineListener set_listener(EngineListener listener) {
        return std::exchange(listener_, std::move(listener));
    }

    // Other processes that take part in the searches to come; null: none. Returns those that did before. They
    // must outlive the last search. Not while a search is running.
    Peers* set_peers(Peers* peers) { return std::exchange(peers_, peers); }

    const Position& position() const { return position_; }
    void set_position(Position position);
    // The position that was meant is unknown: until the next one is set, searches answer without a move.
    void set_no_position();
    bool has_position() const { return has_position_; }
    void new_game();

    // Waits for a search that is still running, starts the new one and returns; the listener gets the result.
    void go(const Limits& limits);
    void stop() { pool_.stop(); }
    void ponder_hit() { pool_.ponder_hit(); }
    // How tablebases take part in a search, before its root moves are known.
    TablebaseSettings tablebase_settings(const SearchContext& context) const;
    // Returns when the running search has answered.
    void wait() { pool_.wait(); }
    bool is_searching() const { return pool_.is_searching(); }
    // Whether the running search ends by itself.
    bool search_ends_by_itself() const { return context_->ending.ends_by_itself(position_.side_to_move()); }
    // ... for certain, see Ending.
    bool search_is_sure_to_end() const { return context_->ending.is_sure_to_end(position_.side_to_move()); }

    // These wait for a running search to end, and return what was really obtained. A large table is made
    // ready in the background. Searches that must be the same each time wait for that, those by the clock
    // don't.
    std::size_t resize_hash(std::size_t mebibytes);
    void clear_hash();
    bool waits_for_hash(const Limits& limits) const;
    // Not while a search is running. Returns early if `keep_on` says no.
    void finish_hash(const TableCleaner::KeepOn& keep_on = {});
    int set_threads(int threads);
    void set_numa_policy(numa::Policy policy);
    bool threads_are_bound() const { return threads_bound_; }
    // By the names of choose_network. An error leaves the old network in use.
    Result<std::string> load_network(const std::string& name);
    void use_plain_evaluation();
    // Null: the plain evaluation is in use.
    const nnue::Network* network() const { return network_.get(); }
    const std::string& network_name() const { return network_name_; }

    Result<std::string> save_hash(const std::string& path);
    Result<std::string> load_hash(const std::string& path);

    EngineSettings& settings() { return settings_; }
    const EngineSettings& settings() const { return settings_; }
    int threads() const { return pool_.size(); }
    // Ready to be used. Not while a search is running.
    const Table& table() const {
        cleaner_.finish();
        return table_;
    }
    const SearchContext& last_search() const { return *context_; }
    const Pool& pool() const { return pool_; }

private:
    std::vector<Move> shown_line(const SearchInfo& info) const;
    // Forgets all that searches have learned.
    void forget();
    void prepare_hash(TableCleaner::Memory memory);
    void plan_time(const Limits& limits, SearchContext& context);
    void plan_strength(SearchContext& context) const;
    void answer(const Worker& best);
    void bind_threads(int threads);
    Move find_ponder_move(const RootMove& best) const;
    void use_network(std::shared_ptr<const nnue::Network> network, std::string name);

    Position position_;
    bool has_position_ = true;
    Table table_;
    mutable TableCleaner cleaner_{table_};
    bool table_is_new_ = true;  // nothing was written to it yet
    EngineSettings settings_;
    EngineListener listener_;
    Peers* peers_ = nullptr;
    std::shared_ptr<const nnue::Network> network_;
    std::string network_name_;
    LagMeter lag_;
    NodeClock node_clock_;
    std::uint64_t game_seed_ = 1;  // changes with every game, for limited strength
    const numa::Machine machine_ = numa::this_machine();
    numa::Policy numa_policy_;
    bool threads_bound_ = false;
    std::unique_ptr<SearchContext> context_;
    Pool pool_;  // last: its threads must end before what they use is destroyed
};

}  // namespace stillpoint
