#include "tablebase/private_folder.h"

#include <chrono>
#include <random>
#include <system_error>

#include "tablebase/folders.h"
#include "util/rng.h"

namespace stillpoint::tablebase {

namespace fs = std::filesystem;

std::unique_ptr<PrivateFolder> PrivateFolder::create() {
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    // The path goes into a list, so it must not contain what separates its parts.
    if (error || parent.string().find(kPathSeparator) != std::string::npos) return nullptr;
    const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    Rng rng(now ^ (std::uint64_t{std::random_device()()} << 32));
    for (int attempt = 0; attempt < 10; ++attempt) {
        const fs::path path = parent / ("stillpoint-syzygy-" + std::to_string(rng.next()));
        // False without an error if somebody else has this name already.
        if (!fs::create_directory(path, error)) continue;
        fs::permissions(path, fs::perms::owner_all, error);
        return std::unique_ptr<PrivateFolder>(new PrivateFolder(path));
    }
    return nullptr;
}

PrivateFolder::~PrivateFolder() {
    std::error_code error;
    fs::remove_all(path_, error);  // removes the links, not what they lead to
}

bool PrivateFolder::add_link(const fs::path& target) {
    std::error_code error;
    const fs::path absolute = fs::absolute(target, error);
    if (!error) fs::create_symlink(absolute, path_ / target.filename(), error);
    return !error;
}

}  // namespace stillpoint::tablebase
