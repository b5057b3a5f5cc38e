#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "chess/types.h"

namespace stillpoint::tablebase {

inline constexpr int kMostPieces = 7;  // Syzygy tables exist for up to this many, kings included

// Which pieces a table is about. White is the side named first; the table serves both colours.
struct Material {
    ByColor<ByPieceType<int>> counts{};

    int piece_count() const;
    bool has_pawns() const;
    bool is_symmetric() const { return counts[Color::White] == counts[Color::Black]; }
    // As files are named: "KQPvKR".
    std::string name() const;
    friend bool operator==(const Material&, const Material&) = default;
};

// Reads a file's name without its ending. Only the one spelling under which tables are looked for is
// accepted: the side with more pieces first, among equals the stronger one, pieces from queen to pawn.
std::optional<Material> parse_material(std::string_view name);

// All tables there can be for this many pieces: 5 for three, 30 for four, 110, 365, 1001.
std::vector<Material> all_materials(int pieces);

// A legal position with these pieces in which the side to move cannot capture: probing it makes Fathom load
// exactly this table. Always the same one for the same material; a test finds one for every table there is.
std::optional<Position> quiet_position(const Material& material);

}  // namespace stillpoint::tablebase
