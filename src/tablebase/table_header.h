#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tablebase/table_file.h"
#include "tablebase/table_index.h"

namespace stillpoint::tablebase {

struct HeaderFindings {
    std::string_view fault;         // empty: none found
    bool needs_more_bytes = false;  // the header goes on behind the bytes given
    std::uint64_t file_size = 0;    // what the header says the whole file has
    // Where the index of the blocks begins and ends, and what is in it.
    std::uint64_t index_begin = 0, index_end = 0;
    std::vector<IndexLayout> index;
};

// Reads the first bytes of a file as a table of this material.
HeaderFindings read_header(std::span<const std::uint8_t> bytes, const Material& material, TableKind kind);

}  // namespace stillpoint::tablebase
