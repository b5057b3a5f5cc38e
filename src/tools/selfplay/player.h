#pragma once

#include <cstdint>

#include "nnue/network.h"
#include "search/context.h"
#include "search/table.h"
#include "search/worker.h"

namespace stillpoint {

// How a side of a self-play game thinks.
struct PlayerConfig {
    Tuning tuning;
    const nnue::Network* network = nullptr;  // null: the plain evaluation
    std::uint64_t soft_nodes = 0;            // 0: none
    std::uint64_t hard_nodes = 5000;
    std::size_t hash_mebibytes = 4;
};

// A single-threaded searcher inside this process: no clock, no text, a small table of its own.
class Player {
public:
    explicit Player(const PlayerConfig& config);

    void new_game();

    struct Thought {
        Move move;
        Score score = 0;  // from the side to move
        std::uint64_t nodes = 0;
    };
    // The position must have a legal move.
    Thought think(const Position& pos);
    Thought think(const Position& pos, const Limits& limits);

    const PlayerConfig& config() const { return config_; }

private:
    PlayerConfig config_;
    Table table_;
    Worker worker_;
};

}  // namespace stillpoint
