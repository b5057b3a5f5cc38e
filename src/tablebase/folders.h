#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tablebase/material.h"

namespace stillpoint::tablebase {

#ifdef _WIN32
inline constexpr char kPathSeparator = ';';
#else
inline constexpr char kPathSeparator = ':';
#endif

// How many tables there are for each number of pieces.
using TableCounts = std::array<int, kMostPieces + 1>;

// A temporary folder of links, removed with its owner. Fathom takes folders, not files; this keeps it away
// from a bad file beside good ones.
class PrivateFolder {
public:
    // Null if the system does not allow it (no temporary folder, or no links without special rights).
    static std::unique_ptr<PrivateFolder> create();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    bool add_link(const std::filesystem::path& target);
    std::string path() const { return path_.string(); }

private:
    explicit PrivateFolder(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
};

// Where this program keeps the tables it makes for the user: stillpoint/syzygy in the cache folder
// ($XDG_CACHE_HOME, ~/.cache, %LOCALAPPDATA%). Empty if there is no such folder to be found.
std::filesystem::path user_folder();

// What was found in the user's folders.
struct Folders {
    std::string path;  // to hand to Fathom: only sound tables are in reach
    // Links to the sound tables, where a folder also has bad ones. Must live as long as `path` is used.
    std::unique_ptr<PrivateFolder> links;
    std::vector<Material> materials;  // those with a WDL table
    TableCounts wdl{}, dtz{};
    std::vector<std::string> warnings;  // one line each
};

// Looks through a list of folders separated by kPathSeparator. If a table is in more than one of them, the
// first sound file counts.
Folders search_folders(std::string_view list);

}  // namespace stillpoint::tablebase
