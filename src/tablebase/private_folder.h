#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace stillpoint::tablebase {

// A temporary folder of links, removed with its owner. Fathom takes folders, not files; this is how it is
// kept away from a bad file beside good ones.
class PrivateFolder {
public:
    // Null if the system does not let us (no temporary folder, or no links without special rights).
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

}  // namespace stillpoint::tablebase
