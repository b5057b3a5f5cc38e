#pragma once

#include <string>
#include <vector>

#include "chess/position.h"

namespace stillpoint {

// What a line of moves achieves for the side that begins it; only what the board itself shows.
struct Reason {
    int mate_in = 0;        // moves of that side until mate ends the line; 0: it doesn't
    std::string tactic;     // "a fork", "a pin", "a skewer", ...; empty: none that was seen to work
    std::string winning;    // "a pawn", "the exchange", "a rook"...; empty: no material
    std::size_t plies = 0;  // of the line, until this can be seen

    bool empty() const { return mate_in == 0 && winning.empty(); }

    std::string missed() const;   // "Misses a fork that wins a rook."; empty if there is no reason
    std::string allowed() const;  // "Allows mate in 2."
    std::string remark() const;   // for the end of the line: "wins a rook"
};

// Material is counted at the last quiet position of the line's beginning, so that an exchange that is cut off
// in the middle wins nothing. `before` is the balance to compare with, for the side that begins the line.
struct Material {
    int pawns = 0, minors = 0, rooks = 0, queens = 0;

    int value() const { return pawns + 3 * minors + 5 * rooks + 9 * queens; }
    // As the other side sees it.
    Material operator-() const { return {-pawns, -minors, -rooks, -queens}; }
    friend bool operator==(const Material&, const Material&) = default;
};
// How much more `side` has than the other.
Material material_balance(const Position& pos, Color side);

Reason find_reason(const Position& pos, const std::vector<Move>& line, const Material& before);
// Compared with the position itself, or with the one before if something was taken there: taking back what
// was just lost is no win.
Reason find_reason(const Position& pos, const std::vector<Move>& line);

}  // namespace stillpoint
