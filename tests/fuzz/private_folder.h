#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/fuzz/invariants.h"

namespace stillpoint::fuzz {

// A fresh folder that becomes the working directory: whatever a target writes under a plain name lands there,
// and is gone at the end. The paths libFuzzer is given must therefore be absolute.
class PrivateFolder {
public:
    PrivateFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "stillpoint-fuzz-XXXXXX").string();
        require(mkdtemp(name.data()) != nullptr, "a private folder can be made", name);
        path_ = name;
        std::filesystem::current_path(path_);
    }
    ~PrivateFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    std::string file(const std::string& name) const { return path_ / name; }
    void write(const std::string& name, const std::string& bytes) const {
        std::ofstream(file(name), std::ios::binary) << bytes;
    }
    void clear() const {
        for (const auto& entry : std::filesystem::directory_iterator(path_))
            std::filesystem::remove_all(entry.path());
    }

private:
    std::filesystem::path path_;
};

inline const PrivateFolder& private_folder() {
    static const PrivateFolder folder;
    return folder;
}

}  // namespace stillpoint::fuzz
