#include "analysis/game_positions.h"

#include "chess/recent_history.h"

namespace stillpoint {

namespace {

constexpr std::size_t kInterval = 64;

}  // namespace

GamePositions::GamePositions(const Position& start)
    : kept_{with_recent_history(start)}, last_(kept_.front()) {}

void GamePositions::play(Move move) {
    last_.make(move);
    moves_.push_back(move);
    if (moves_.size() % kInterval == 0) {
        last_ = with_recent_history(std::move(last_));
        kept_.push_back(last_);
    }
}

Position GamePositions::operator[](std::size_t number) const {
    Position pos = kept_[number / kInterval];
    for (std::size_t i = number - number % kInterval; i < number; ++i) pos.make(moves_[i]);
    return pos;
}

}  // namespace stillpoint
