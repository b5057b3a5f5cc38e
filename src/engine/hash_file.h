#pragma once

#include <string>

#include "search/table.h"
#include "util/result.h"

// The transposition table on disk, so that a long analysis can go on another day. A header with size and
// checksum, then the table's bytes.
namespace stillpoint::hash_file {

// Writes beside the file first, then renames: a file that exists is whole. Returns a line to show.
Result<std::string> save(const Table& table, const std::string& path);

// Takes on the file's size. On any error the table stays as it is, or is emptied if reading failed half-way.
Result<std::string> load(Table& table, const std::string& path);

}  // namespace stillpoint::hash_file
