#include "engine/engine.h"

#include <algorithm>
#include <utility>

#include "chess/fen.h"
#include "engine/hash_file.h"
#include "engine/pv.h"
#include "nnue/network_choice.h"
#include "nnue/network_file.h"
#include "search/root_moves.h"
#include "tablebase/tablebase.h"
#include "util/machine.h"
#include "util/rng.h"

namespace stillpoint {

namespace {

constexpr std::size_t kDefaultHash = 16;
// In MiB: smaller tables are ready at once.
constexpr std::uint64_t kBackgroundHash = 64;
// The measured lag can be too small: some of the clock is always kept in reserve.
constexpr Milliseconds kMaxExtraOverhead = 1000;
// For completing a line from the tablebases.
constexpr Milliseconds kLineTime = 50;

}  // namespace

Engine::Engine() : position_(start_position()), context_(std::make_unique<SearchContext>()), pool_(1) {
    table_.resize(kDefaultHash);
    (void)load_network("");
}

Engine::~Engine() { pool_.stop(); }

void Engine::set_position(Position position) {
    wait();
    position_ = std::move(position);
    has_position_ = true;
}

void Engine::set_no_position() {
    wait();
    has_position_ = false;
}

void Engine::new_game() {
    wait();
    forget();
    lag_.reset();
    node_clock_.reset();
    game_seed_ = Rng(game_seed_).next();
    if (peers_) peers_->new_game();
}

void Engine::forget() {
    clear_hash();
    pool_.clear_learning();
}

TablebaseSettings Engine::tablebase_settings(const SearchContext& context) const {
    // Weak players don't play endgames perfectly.
    if (context.eval_noise.amount > 0) return {};
    return {.max_pieces = std::min(settings_.tablebase_max_pieces, tablebase::max_pieces()),
            .min_depth = settings_.tablebase_min_depth,
            .fifty_move_rule = settings_.tablebase_fifty_move_rule};
}

void Engine::go(const Limits& limits) {
    wait();
    // The last one stays alive until the pool has the new one: stop() may be called at any time.
    const auto last_context = std::exchange(context_, std::make_unique<SearchContext>());
    SearchContext& context = *context_;
    context.table = &table_;
    context.tuning = settings_.tuning;
    context.open = settings_.lab;
    context.limits = limits;
    context.limits.node_time = settings_.node_time;
    if (settings_.soft_nodes > 0 && !context.limits.soft_nodes)
        context.limits.soft_nodes = settings_.soft_nodes;
    if (limits.ponder) context.ending.ponder();

    plan_time(limits, context);
    plan_strength(context);
    // Another evaluation makes what was learned with the last one worthless.
    if (context.eval_noise != last_context->eval_noise) forget();
    context.tablebases = tablebase_settings(context);
    std::vector<RootMove> roots;
    if (has_position_) roots = root_moves_of(position_, limits, context.tablebases);
    context.multi_pv = settings_.multi_pv;
    if (listener_.on_info)
        context.on_info = [this](const SearchInfo& info) {
            SearchInfo shown = info;
            shown.pv = shown_line(info);
            listener_.on_info(shown, position_);
        };
    if (listener_.on_current_move) context.on_current_move = listener_.on_current_move;
    if (has_position_ && roots.empty() && listener_.on_info) {
        // Mate or stalemate: there is nothing to search, but the score is known.
        SearchInfo info;
        info.score = position_.in_check() ? mated_in(0) : kDrawScore;
        listener_.on_info(info, position_);
    }
    waits_for_hash(limits) ? cleaner_.finish() : cleaner_.pause();
    table_is_new_ = false;
    table_.new_search();
    if (peers_ && !roots.empty() && !context.alone) {
        context.peers = peers_;
        peers_->begin(position_, context, threads());
    }
    pool_.start(context, position_, roots, [this](const Worker& best) { answer(best); });
}

// Shows a line that the tablebases decide to its end, if the clock leaves time for that.
std::vector<Move> Engine::shown_line(const SearchInfo& info) const {
    std::vector<Move> pv = presentable_pv(position_, info.pv);
    const TablebaseSettings tables = tablebase_settings(*context_);
    const bool decided_by_tables = is_decisive(info.score) && !is_mate(info.score) && !is_mated(info.score) &&
                                   info.bound == Bound::Exact;
    if (tables.max_pieces == 0 || !decided_by_tables) return pv;
    const Milliseconds budget =
        context_->clock.active ? std::min(context_->clock.budget.soft / 50, kLineTime) : kLineTime;
    return extend_by_tablebases(
        position_, std::move(pv), tables.max_pieces,
        {.use_rule50 = tables.fifty_move_rule, .budget = std::chrono::milliseconds(budget)});
}

void Engine::plan_time(const Limits& limits, SearchContext& context) {
    const Color us = position_.side_to_move();
    if (limits.move_time) {
        const Milliseconds time = std::max<Milliseconds>(1, *limits.move_time - settings_.move_overhead / 2);
        context.clock.active = true;
        context.clock.budget = {time, time};
        return;
    }
    if (!limits.clock[us]) return;
    ClockState clock{.remaining = *limits.clock[us],
                     .increment = limits.increment[us],
                     .moves_to_go = limits.moves_to_go,
                     .overhead = settings_.move_overhead,
                     .game_ply = position_.game_ply()};
    if (settings_.node_time > 0) {
        clock.remaining = node_clock_.on_go(us, clock.remaining, clock.moves_to_go, settings_.node_time);
    } else {
        lag_.on_go(us, clock.game_ply, clock.remaining, clock.increment);
        clock.overhead += std::min(lag_.typical(), kMaxExtraOverhead);
        clock.spike = std::min(lag_.largest(), kMaxExtraOverhead);
    }
    context.clock.active = true;
    context.clock.budget = allot_time(clock, settings_.tuning);
}

void Engine::plan_strength(SearchContext& context) const {
    const auto weakness = settings_.limit_strength ? weakness_for_elo(settings_.elo)
                                                   : weakness_for_skill(settings_.skill_level);
    if (!weakness) return;
    std::optional<std::uint64_t>& nodes = context.limits.nodes;
    nodes = std::min(nodes.value_or(weakness->nodes), weakness->nodes);
    context.eval_noise = {weakness->eval_noise, game_seed_};
    context.alone = true;  // too few nodes for more than one thread
}

void Engine::answer(const Worker& best) {
    const Limits& limits = context_->limits;
    const Color us = position_.side_to_move();
    if (limits.node_time == 0) {
        const Milliseconds used = context_->clock.stopwatch.elapsed();
        lag_.on_answer(used, used - context_->ending.due().value_or(used));
    } else if (limits.uses_clock(us)) {
        node_clock_.on_answer(us, context_->total_nodes(), limits.increment[us]);
    }
    if (listener_.on_best_move) {
        BestMove result;
        if (!best.root_moves().empty()) {
            result.move = best.root_moves()[0].move();
            result.ponder = find_ponder_move(best.root_moves()[0]);
        }
        listener_.on_best_move(result, position_);
    }
    cleaner_.resume();
}

// The expected reply, from the line or, if that is too short, from the table. None if the game is then over.
Move Engine::find_ponder_move(const RootMove& best) const {
    Position board = position_;
    board.make(best.move());
    if (is_game_over(board)) return Move::none();
    Move reply = best.pv.size() > 1 ? best.pv[1] : Move::none();
    if (!reply || !board.is_legal(reply)) {
        const Table::Probe probe = table_.probe(table_key(board.key(), board.halfmove_clock()));
        reply = probe.hit && board.is_legal(probe.data.move) ? probe.data.move : Move::none();
    }
    if (!reply) return reply;
    board.make(reply);
    return is_game_over(board) ? Move::none() : reply;
}

std::size_t Engine::resize_hash(std::size_t mebibytes) {
    wait();
    cleaner_.cancel();
    // Its memory may be needed for the new one. All of that will be used, so what the system promises but
    // doesn't have is no help.
    table_.resize(1);
    const std::optional<std::uint64_t> free = free_mebibytes();
    while (free && mebibytes > std::max(*free / 16 * 15, kBackgroundHash)) mebibytes /= 2;
    const std::size_t obtained = table_.resize(mebibytes);
    table_is_new_ = true;
    prepare_hash(TableCleaner::Memory::New);
    return obtained;
}

void Engine::clear_hash() {
    wait();
    if (!table_is_new_) prepare_hash(TableCleaner::Memory::Used);
    table_is_new_ = true;
}

void Engine::prepare_hash(TableCleaner::Memory memory) {
    cleaner_.start(memory);
    if (table_.size_mebibytes() < kBackgroundHash) cleaner_.finish();
}

void Engine::finish_hash(const TableCleaner::KeepOn& keep_on) { cleaner_.finish(keep_on); }

// A limit that isn't time promises the same search each time, so the table must have its full size.
bool Engine::waits_for_hash(const Limits& limits) const {
    const Color us = position_.side_to_move();
    const bool is_timed = limits.move_time || (limits.uses_clock(us) && settings_.node_time == 0);
    return limits.is_bounded(us) && !limits.infinite && !limits.ponder && !is_timed;
}

int Engine::set_threads(int threads) {
    wait();
    bind_threads(threads);
    pool_.resize(threads);
    return pool_.size();
}

void Engine::set_numa_policy(numa::Policy policy) {
    wait();
    numa_policy_ = std::move(policy);
    bind_threads(threads());
}

void Engine::bind_threads(int threads) {
    const std::vector<numa::Cpus> places = numa::plan(numa_policy_, machine_, threads);
    // If nothing was ever bound there is nothing to undo.
    if (places.empty() && !threads_bound_) return;
    threads_bound_ = !places.empty();
    pool_.on_thread_start([places, anywhere = machine_.allowed](int number) {
        const auto n = static_cast<std::size_t>(number);
        numa::bind_this_thread(n < places.size() ? places[n] : anywhere);
    });
}

void Engine::use_network(std::shared_ptr<const nnue::Network> network, std::string name) {
    wait();
    // Scores of another evaluation are worthless. (At the start there are none yet.)
    const bool changes = !network_name_.empty() && network != network_;
    pool_.use_network(network.get());
    network_ = std::move(network);
    if (changes) forget();
    network_name_ = std::move(name);
}

Result<std::string> Engine::load_network(const std::string& name) {
    auto network = choose_network(name);
    if (!network) return Error{network.error()};
    if (!*network) {
        use_plain_evaluation();
        return std::string(name.empty() ? "no network embedded: " : "") + "using the plain evaluation";
    }
    use_network(std::move(*network), name.empty() ? "embedded" : name);
    return name.empty() ? "using the embedded network" : "using network " + name;
}

void Engine::use_plain_evaluation() { use_network(nullptr, "plain"); }

Result<std::string> Engine::save_hash(const std::string& path) {
    wait();
    return hash_file::save(table(), path);
}

Result<std::string> Engine::load_hash(const std::string& path) {
    wait();
    finish_hash();
    table_is_new_ = false;
    return hash_file::load(table_, path);
}

}  // namespace stillpoint
