#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "util/result.h"

namespace stillpoint {

// One operation of an EPD line: its name and its operands, quotes removed.
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

// Four fields of a FEN, or all six as many files have them, and then operations. Operation lists in the wild
// lack semicolons or spaces; what can be understood is taken.
Result<EpdRecord> parse_epd(std::string_view line);

}  // namespace stillpoint
