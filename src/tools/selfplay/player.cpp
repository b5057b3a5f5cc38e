#include "tools/selfplay/player.h"

#include "chess/movegen.h"
#include "engine/engine.h"

namespace stillpoint {

Player::Player(const PlayerConfig& config) : config_(config) {
    table_.resize(config.hash_mebibytes);
    worker_.evaluator().use(config.network);
}

void Player::new_game(std::uint64_t seed) {
    seed_ = seed;
    clock_.reset();
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
    const auto& [start, increment, node_time] = config_.clock;
    const Color us = pos.side_to_move();
    limits.node_time = node_time;
    const TimeBudget budget = allot_time({.remaining = clock_.on_go(us, start, 0, node_time),
                                          .increment = increment,
                                          .overhead = EngineSettings{}.move_overhead,
                                          .game_ply = pos.game_ply()},
                                         config_.tuning.params);
    const Thought thought = search(pos, limits, budget);
    clock_.on_answer(us, thought.nodes, increment);
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
