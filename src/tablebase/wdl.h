#pragma once

#include <cstdint>

namespace stillpoint::tablebase {

// What perfect play from a position gives the side to move. A cursed win is a win that takes more than fifty
// moves to the next capture or pawn move, so the rule turns it into a draw; a blessed loss is its other side.
enum class Wdl : std::int8_t { Loss = -2, BlessedLoss = -1, Draw = 0, CursedWin = 1, Win = 2 };

constexpr Wdl operator-(Wdl w) { return static_cast<Wdl>(-static_cast<int>(w)); }

// What counts in a game: with the fifty-move rule in force, cursed and blessed results are draws.
enum class Outcome : std::int8_t { Loss = -1, Draw = 0, Win = 1 };

constexpr Outcome outcome(Wdl w, bool use_rule50) {
    const int least = use_rule50 ? 2 : 1;
    const int value = static_cast<int>(w);
    return value >= least ? Outcome::Win : value <= -least ? Outcome::Loss : Outcome::Draw;
}

}  // namespace stillpoint::tablebase
