#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tablebase/make/solver.h"
#include "tablebase/table_file.h"

namespace stillpoint::tablebase {

// What one of the parts takes that are unpacked while a table is written.
std::uint64_t bytes_to_write_part(const Ending& ending);

struct WriteOptions {
    int parts_at_once = 1;  // each by a thread of its own
    bool quick = false;     // one order by a rough guess, instead of the best of several
    // Called now and then with the part done, by any thread but never by two at once; returning false gives
    // up.
    std::function<bool(double)> progress;
};

// The whole content of a table's file, its checksum included; nothing if it was given up.
std::optional<std::vector<std::uint8_t>> write_table(const SolvedEnding& solved, TableKind kind,
                                                     const WriteOptions& options);

}  // namespace stillpoint::tablebase
