#pragma once

#include <string>

#include "search/table.h"
#include "util/result.h"

// The transposition table on disk, so that a long analysis can be continued another day. A header with size
// and checksum, then the table's bytes.
namespace stillpoint::hash_file {

// Writes beside the file first, then renames, so that a file is always whole. Returns a line to show.
Result<std::string> save(const Table& table, const std::string& path);

// Resizes the table to the file's size. After an error the table is as it was, or empty if reading failed
// half-way.
Result<std::string> load(Table& table, const std::string& path);

}  // namespace stillpoint::hash_file
