#pragma once

#include <filesystem>
#include <string>

#include "tests/unit/support/temp_dir.h"

namespace stillpoint::fuzz {

// A fresh folder that becomes the working directory: whatever a target writes under a plain name lands there,
// and is gone at the end. The paths libFuzzer is given must therefore be absolute.
class PrivateFolder {
public:
    PrivateFolder() { std::filesystem::current_path(folder_.path()); }

    std::string file(const std::string& name) const { return folder_.file(name); }
    void write(const std::string& name, const std::string& bytes) const { write_all(file(name), bytes); }
    void clear() const {
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
            std::filesystem::remove_all(entry.path());
    }

private:
    TempDir folder_;
};

inline const PrivateFolder& private_folder() {
    static const PrivateFolder folder;
    return folder;
}

}  // namespace stillpoint::fuzz
