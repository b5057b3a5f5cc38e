#pragma once

#include <cstdint>
#include <optional>

#include "engine/node_clock.h"
#include "nnue/network.h"
#include "search/solo_search.h"

namespace stillpoint {

// What a NodeClock shows at the start and gains by each move. Games at such a clock can be repeated, and
// other work on the machine doesn't disturb them.
struct GameClock {
    Milliseconds start = 0;  // 0: none
    Milliseconds increment = 0;
    std::int64_t node_time = 50;  // nodes that count as a millisecond
};

// How a side of a self-play game thinks.
struct PlayerConfig {
    Tuning tuning;
    const nnue::Network* network = nullptr;  // null: the plain evaluation
    std::uint64_t soft_nodes = 0;            // 0: none
    std::uint64_t hard_nodes = 5000;
    GameClock clock{};  // if it has a start, it replaces the two limits
    std::size_t hash_mebibytes = 4;
    int eval_noise = 0;  // see EvalNoise

    SoloSettings solo() const {
        return {.tuning = tuning, .network = network, .hash_mebibytes = hash_mebibytes};
    }
};

// A single-threaded searcher inside this process: no real clock, no text, a small table of its own.
class Player {
public:
    explicit Player(const PlayerConfig& config);

    // Forgets the last game. The seed decides where a player with noise errs in the new one.
    void new_game(std::uint64_t seed = 0);

    struct Thought {
        Move move;
        Score score = 0;  // from the side to move
        std::uint64_t nodes = 0;
    };
    // The position must have a legal move.
    Thought think(const Position& pos);
    Thought think(const Position& pos, const Limits& limits);

    // The best move of a position that the searches of this game visited, as they left it in the table; none
    // where they found no best one. Nothing if they didn't come there.
    std::optional<Move> known_move(const Position& pos) const;

    const PlayerConfig& config() const { return config_; }

private:
    Thought search(const Position& pos, SoloTask task);

    PlayerConfig config_;
    NodeClock clock_;
    std::uint64_t seed_ = 0;
    SoloSearch search_;
};

}  // namespace stillpoint
