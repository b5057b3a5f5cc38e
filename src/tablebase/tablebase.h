#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "tablebase/folders.h"
#include "tablebase/wdl.h"
#include "util/result.h"

// Syzygy tablebases: exact results of positions with few pieces. This is what the search needs; root.h has
// what is asked once per move or by the user. There is one set per process, as the library keeps only one.
namespace stillpoint::tablebase {

// Whether the program was built with the library.
bool is_supported();

// What init() found.
struct Summary {
    TableCounts wdl{}, dtz{};           // by number of pieces
    std::vector<std::string> warnings;  // one line each: folders and files not used, and why

    int wdl_total() const;
    int dtz_total() const;
    int largest() const;  // pieces in the largest WDL table; 0: no tables
    // "35 WDL and 35 DTZ tables, up to 4 pieces", and what is missing for a complete set.
    std::string text() const;
};

// Looks for tables in a list of folders separated by kPathSeparator, checks and opens them. An empty list or
// "<empty>" turns tablebases off. After an error the old ones stay in use.
//
// Never call it while another thread may be probing.
Result<Summary> init(std::string_view path);

// The number of pieces in the largest table; 0 when tablebases are off.
int max_pieces();

// Whether probing makes sense: few enough pieces, and no castling rights, which tables don't know.
bool is_in_reach(const Position& pos);

// The result for the side to move; any number of threads may call this. Correct only right after a capture or
// pawn move (clock at zero): the tables assume that the fifty moves are still ahead. Nothing if the position
// is out of reach or a table is missing.
std::optional<Wdl> probe_wdl(const Position& pos);

}  // namespace stillpoint::tablebase
