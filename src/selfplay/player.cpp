#include "selfplay/player.h"

#include "engine/engine.h"

namespace stillpoint {

Player::Player(const PlayerConfig& config) : config_(config), search_(config.solo()) {}

void Player::new_game(std::uint64_t seed) {
    seed_ = seed;
    clock_.reset();
    search_.clear();
}

std::optional<Move> Player::known_move(const Position& pos) const {
    const Table::Probe probe = search_.table().probe(table_key(pos.key(), pos.halfmove_clock()));
    return probe.hit ? std::optional(probe.data.move) : std::nullopt;
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
                                         config_.tuning);
    const Thought thought = search(pos, {.limits = limits, .budget = budget});
    clock_.on_answer(us, thought.nodes, increment);
    return thought;
}

Player::Thought Player::think(const Position& pos, const Limits& limits) {
    return search(pos, {.limits = limits});
}

Player::Thought Player::search(const Position& pos, SoloTask task) {
    task.eval_noise = {config_.eval_noise, seed_};
    search_.run(pos, task);
    const Worker& worker = search_.worker();
    const RootMove& best = worker.root_moves()[0];
    return {best.move(), best.known_score(), worker.nodes()};
}

}  // namespace stillpoint
