#pragma once

#include <cstddef>
#include <vector>

#include "chess/position.h"

namespace stillpoint {

// The positions of a game by number. Only one in a few is kept and the others are played to from there:
// memory grows slowly with the game's length, and never with its square.
class GamePositions {
public:
    explicit GamePositions(const Position& start);

    void play(Move move);
    // One more than there are moves.
    std::size_t size() const { return moves_.size() + 1; }
    // With as much of its past as can still matter.
    Position operator[](std::size_t number) const;

private:
    std::vector<Position> kept_;
    std::vector<Move> moves_;
    Position last_;
};

}  // namespace stillpoint
