#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "tablebase/wdl.h"

// The only place that knows the Fathom library. Findings about the version Debian ships (August 2019), which
// the rest is built around:
// - Its shared library is built without locks (it imports no mutex), whatever its header promises, so opening
//   a table on first use is a race. Once a table is open, probing it only reads: see load() below.
// - root() opens DTZ tables, while other threads may read WDL tables. They share no memory but one pointer,
//   cleared if the file has gone by then; a probe reads it once, so it finds the table or none.
// - It keeps asserts on and calls abort() or exit() on bad files, and it does not check what it reads.
// - After tb_init("") it still answers probes, from freed memory, and TB_LARGEST keeps its value.
// - Wide DTZ maps are read wrongly (fixed upstream in October 2022).
namespace stillpoint::tablebase::fathom {

bool is_available();

// Forgets all tables, then registers those in the folders; none if empty. The WDL table of a position is
// loaded by the first call of wdl() that reaches it, which must not happen in two threads at once.
void load(const std::string& path);

// From the table alone, whatever the half-move clock. The position must have no castling rights. Safe in many
// threads once the tables it can reach by captures are loaded.
std::optional<Wdl> wdl(const Position& pos);

struct MoveDtz {
    Move move;
    int dtz;  // signed plies to the next capture, pawn move or mate, counted from before the move
};
struct RootDtz {
    int dtz = 0;
    std::vector<MoveDtz> moves;  // all legal ones
};
// Needs DTZ tables, and a position with a legal move. Calls from several threads wait for each other.
std::optional<RootDtz> root(const Position& pos);

}  // namespace stillpoint::tablebase::fathom
