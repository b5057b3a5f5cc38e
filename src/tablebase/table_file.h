#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "tablebase/material.h"

namespace stillpoint::tablebase {

enum class TableKind { Wdl, Dtz };

// The ending of the file's name: ".rtbw" or ".rtbz".
std::string_view file_ending(TableKind kind);

// Why a file must not be given to Fathom, in a few words; empty if nothing was found. Fathom trusts its
// files: it aborts, exits or reads outside the file if one is not what its name says. So everything Fathom
// works out from the header is worked out here first, with every step checked, down to the length the file
// must have, and in small tables also the index of the blocks. Large indexes and the compressed blocks
// themselves, nearly all of a file, are not checked: damage there goes unnoticed.
std::string_view find_fault(const std::filesystem::path& file, const Material& material, TableKind kind);

// What the numbers of a file with distances mean: for each of its sub-tables whose move it is and whether
// wins and losses are counted in half-moves (bits of table_header.h). Empty if there is no such file.
std::vector<int> distance_units(const std::filesystem::path& file, const Material& material);

}  // namespace stillpoint::tablebase
