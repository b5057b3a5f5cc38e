#include "util/replace_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include <unistd.h>

namespace stillpoint {

namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

// Files left behind by killed programs may occupy some names.
constexpr int kMaxNames = 100;

struct NewFile {
    File file;  // null: none could be made, and errno says why
    std::string name;
};

NewFile create_beside(const std::string& path) {
    for (int number = 1; number <= kMaxNames; ++number) {
        const std::string name = path + ".part" + (number == 1 ? "" : std::to_string(number));
        // Exclusive: never opens a file or a link that is already there.
        File file(std::fopen(name.c_str(), "wbx"));
        if (file || errno != EEXIST) return {std::move(file), name};
    }
    return {nullptr, {}};
}

bool write_all(std::FILE* file, std::initializer_list<std::string_view> parts) {
    for (std::string_view part : parts)
        if (std::fwrite(part.data(), 1, part.size(), file) != part.size()) return false;
    // Not every file system supports fsync.
    return std::fflush(file) == 0 && (fsync(fileno(file)) == 0 || errno == EINVAL || errno == ENOTSUP);
}

}  // namespace

Result<std::size_t> replace_file(const std::string& path, std::initializer_list<std::string_view> parts) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::file_status old = fs::symlink_status(path, ignored);
    if (fs::exists(old) && !fs::is_regular_file(old)) return Error{"not an ordinary file"};

    auto [file, name] = create_beside(path);
    if (!file) return Error{std::strerror(errno)};
    if (!write_all(file.get(), parts) || std::fclose(file.release()) != 0 ||
        std::rename(name.c_str(), path.c_str()) != 0) {
        const Error error{std::strerror(errno)};
        std::remove(name.c_str());
        return error;
    }
    std::size_t written = 0;
    for (std::string_view part : parts) written += part.size();
    return written;
}

}  // namespace stillpoint
