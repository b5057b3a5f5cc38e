#pragma once

#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "util/lines.h"
#include "util/result.h"

namespace stillpoint {

// One operation of an EPD line: its name and its operands, without quotes.
struct EpdOperation {
    std::string name;
    std::vector<std::string> operands;
};

struct EpdRecord {
    Position position;
    std::vector<EpdOperation> operations;

    // Null if there is none.
    const EpdOperation* find(std::string_view name) const;
};

// Four fields of a FEN, or all six as many files have them, and then operations. Real files lack semicolons
// or spaces; what can be understood is taken.
Result<EpdRecord> parse_epd(std::string_view line);

// The lines of a file of positions, without line ends. Empty lines and comments (#) are passed over.
class PositionLines {
public:
    explicit PositionLines(std::istream& in) : in_(in) {}

    // False at the end.
    bool next();
    const std::string& text() const { return text_; }
    int number() const { return number_; }
    // At the end: why the file goes on with a line that wasn't read; null if it doesn't.
    const char* why_cut_short() const { return stillpoint::why_cut_short(in_); }

private:
    std::istream& in_;
    std::string text_;
    int number_ = 0;
};

}  // namespace stillpoint
