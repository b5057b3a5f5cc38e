#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chess/position.h"
#include "tablebase/make/solver.h"

namespace stillpoint::tablebase {

// What people like to know about an ending. Positions that are alike by symmetry count once.
struct SideFacts {
    std::array<std::uint64_t, 5> results{};  // from loss to win for the side to move
    int longest_win = 0;                     // half-moves to the next capture, pawn move or mate
    int longest_loss = 0;

    std::uint64_t positions() const;
};

struct EndingFacts {
    Material material;
    ByColor<SideFacts> to_move;
    std::string longest_fen;  // a position with the longest win; empty if nothing wins

    // One line of a file, and back.
    std::string to_line() const;
    static std::optional<EndingFacts> from_line(std::string_view line);
};

// A position of an ending by its number; nothing if it is not legal.
std::optional<Position> position_of(const Ending& ending, std::uint64_t index, Color to_move);

EndingFacts collect_facts(const SolvedEnding& solved);

}  // namespace stillpoint::tablebase
