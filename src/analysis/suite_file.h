#pragma once

#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chess/position.h"
#include "util/result.h"

namespace stillpoint {

// A position with what is expected of it.
struct SuitePosition {
    std::string id;
    Position position;
    std::vector<Move> best;   // one of these
    std::vector<Move> avoid;  // none of these
    std::optional<int> mate;  // in this many moves
    std::vector<std::pair<Move, double>> points;
    std::string note;

    double max_points() const;
};

// What a move and its score are worth in a position.
struct SuiteVerdict {
    bool solved = false;
    double points = 0;
};
// `mate_found`: moves to a mate for the side to move, if the search proved one.
SuiteVerdict judge(const SuitePosition& expected, Move move, std::optional<int> mate_found);

// EPD (operations bm, am, dm, id, and points in c0 "Nf3=10, d4=5" or c8/c9), or TSV with a header line that
// names the columns id, fen, bm_uci, am_uci, mate, points, note. The first line shows which of the two it is.
// Lines that can't be used are reported and left out.
std::vector<SuitePosition> read_suite(std::istream& in,
                                      const std::function<void(int line, const std::string&)>& on_error);
// The positions alone, of such a file or of one with nothing but positions; games that are over are left out.
// At most `max`. A line that can't be read is an error.
Result<std::vector<Position>> read_positions(const std::string& path, std::size_t max);

// All that can be used of a file; an error if that is nothing.
Result<std::vector<SuitePosition>> load_suite(const std::string& path);

// A dozen positions with known answers, tactical and strategic. A few thousand nodes solve some of them.
std::vector<SuitePosition> built_in_suite();

}  // namespace stillpoint
