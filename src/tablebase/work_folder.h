#pragma once

#include <filesystem>
#include <utility>

#include "util/result.h"

namespace stillpoint::tablebase {

// The folder inside that of the tables in which a run that makes them keeps what it needs. It is locked
// meanwhile: two runs would take each other's files, and what a killed one left is no run at work.
class WorkFolder {
public:
    // Makes it if it isn't there. An error if another run is at work.
    static Result<WorkFolder> open(const std::filesystem::path& tables);
    static std::filesystem::path path_in(const std::filesystem::path& tables);
    // Whether a run is at work on these tables.
    static bool is_in_use(const std::filesystem::path& tables);

    WorkFolder(WorkFolder&& other) noexcept
        : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}
    WorkFolder& operator=(WorkFolder&&) = delete;
    // Removes the folder if nothing is left in it.
    ~WorkFolder();

    const std::filesystem::path& path() const { return path_; }

private:
    WorkFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

    std::filesystem::path path_;
    int lock_;  // a file descriptor of the folder
};

}  // namespace stillpoint::tablebase
