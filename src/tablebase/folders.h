#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tablebase/material.h"
#include "tablebase/private_folder.h"

namespace stillpoint::tablebase {

#ifdef _WIN32
inline constexpr char kPathSeparator = ';';
#else
inline constexpr char kPathSeparator = ':';
#endif

// How many tables there are for each number of pieces.
using TableCounts = std::array<int, kMostPieces + 1>;

// What was found in the user's folders.
struct Folders {
    std::string path;  // to hand to Fathom: only sound tables are in reach
    // Links to the sound tables, where a folder also has bad ones. Must live as long as `path` is used.
    std::unique_ptr<PrivateFolder> links;
    std::vector<Material> materials;  // those with a WDL table
    TableCounts wdl{}, dtz{};
    std::vector<std::string> warnings;  // one line each
};

// Looks through a list of folders separated by kPathSeparator. Where a table is in more than one of them, the
// first sound file counts.
Folders search_folders(std::string_view list);

}  // namespace stillpoint::tablebase
