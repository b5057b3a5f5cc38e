#include "tools/selfplay/player.h"

#include <algorithm>

#include "chess/movegen.h"

namespace stillpoint {

namespace {

// As an engine at a real clock reckons, by default.
constexpr Milliseconds kOverhead = 10;

}  // namespace

Player::Player(const PlayerConfig& config) : config_(config) {
    table_.resize(config.hash_mebibytes);
    worker_.evaluator().use(config.network);
}

void Player::new_game(std::uint64_t seed) {
    seed_ = seed;
    remaining_ = config_.clock.start;
    table_.clear(1);
    worker_.clear();
}

bool Player::knows(const Position& pos) const {
    return table_.probe(table_key(pos.key(), pos.halfmove_clock())).hit;
}

Player::Thought Player::think(const Position& pos) {
    Limits limits;
    if (config_.clock.start == 0) {
        if (config_.soft_nodes > 0) limits.soft_nodes = config_.soft_nodes;
        limits.nodes = config_.hard_nodes;
        return think(pos, limits);
    }
    limits.node_time = config_.clock.node_time;
    const TimeBudget budget = allot_time({.remaining = remaining_,
                                          .increment = config_.clock.increment,
                                          .overhead = kOverhead,
                                          .game_ply = pos.game_ply()},
                                         config_.tuning.params);
    const Thought thought = search(pos, limits, budget);
    const auto used = static_cast<Milliseconds>(thought.nodes) / config_.clock.node_time;
    remaining_ = std::max<Milliseconds>(0, remaining_ - used) + config_.clock.increment;
    return thought;
}

Player::Thought Player::think(const Position& pos, const Limits& limits) {
    return search(pos, limits, std::nullopt);
}

Player::Thought Player::search(const Position& pos, const Limits& limits,
                               const std::optional<TimeBudget>& budget) {
    SearchContext context;
    context.clock.active = budget.has_value();
    context.clock.budget = budget.value_or(TimeBudget{});
    context.table = &table_;
    context.tuning = config_.tuning;
    context.limits = limits;
    context.eval_noise = {config_.eval_noise, seed_};
    context.workers = {&worker_};
    table_.new_search();
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    std::vector<RootMove> roots;
    for (Move m : moves) roots.emplace_back(m);
    worker_.run(context, pos, roots);
    const RootMove& best = worker_.root_moves()[0];
    return {best.move(), best.score == -kInfiniteScore ? best.previous_score : best.score, worker_.nodes()};
}

}  // namespace stillpoint
