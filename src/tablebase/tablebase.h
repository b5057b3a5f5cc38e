#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "tablebase/folders.h"
#include "tablebase/wdl.h"
#include "util/result.h"

// Syzygy tables: exact results of positions with few pieces. This is what the search needs; root.h has what
// is asked once per move or by the user. The tables are one per process, because the library behind them is.
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

// Looks for tables in a list of folders separated by kPathSeparator, checks and opens them. An empty list
// (also
// "<empty>") turns tablebases off. On an error what was there before stays in use. Never call it while
// another thread may be probing.
Result<Summary> init(std::string_view path);

// The largest number of pieces there is a table for; 0 when tablebases are off.
int max_pieces();

// Whether it makes sense to probe at all: few enough pieces, and no castling rights, which tables don't know.
bool is_in_reach(const Position& pos);

// The result for the side to move, for use in the search by any number of threads. Only right after a capture
// or pawn move (clock at zero): the tables assume that the fifty moves are still ahead. Nothing if the
// position is out of reach or a table is missing.
std::optional<Wdl> probe_wdl(const Position& pos);

}  // namespace stillpoint::tablebase
