#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "chess/position.h"
#include "programs/json.h"
#include "search/limits.h"

namespace stillpoint {

// What a program asked for in one line.
struct ServeJob {
    Json id;
    std::string line;  // as it was sent
    Position position;
    bool chess960 = false;
    Limits limits;
    int multi_pv = 1;
    int priority = 0;    // higher ones first
    bool fresh = false;  // don't use what earlier jobs found
};
struct ServeCancel {
    Json id;
};
struct ServeError {
    Json id;  // null if it could not be read
    std::string message;
};
using ServeRequest = std::variant<ServeJob, ServeCancel, ServeError>;

// Reads one line. Unknown fields are errors: a misspelt limit must not silently become the default one.
// `defaults` stand in where a job has no limits of its own.
ServeRequest parse_request(std::string_view line, const Limits& defaults);

}  // namespace stillpoint
