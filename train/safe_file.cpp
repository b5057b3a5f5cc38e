#include "train/safe_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#if __has_include(<unistd.h>)
#include <unistd.h>
#define STILLPOINT_HAS_FSYNC 1
#endif

namespace stillpoint::train {

namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

bool reached_disk(std::FILE* file) {
#ifdef STILLPOINT_HAS_FSYNC
    return fsync(fileno(file)) == 0 || errno == EINVAL || errno == ENOTSUP;
#else
    static_cast<void>(file);
    return true;
#endif
}

}  // namespace

Result<std::size_t> write_safely(const std::string& path, std::string_view content) {
    const std::string unfinished = path + ".tmp";
    const auto failed = [&](const std::string& reason) {
        std::error_code ignored;
        std::filesystem::remove(unfinished, ignored);
        return Error{"'" + path + "': not written: " + reason};
    };
    std::unique_ptr<std::FILE, Close> file(std::fopen(unfinished.c_str(), "wb"));
    if (!file) return failed(std::strerror(errno));
    if (std::fwrite(content.data(), 1, content.size(), file.get()) != content.size() ||
        std::fflush(file.get()) != 0 || !reached_disk(file.get()))
        return failed(std::strerror(errno));
    if (std::fclose(file.release()) != 0) return failed(std::strerror(errno));
    std::error_code error;
    std::filesystem::rename(unfinished, path, error);
    if (error) return failed(error.message());
    return content.size();
}

Result<std::string> read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return Error{"'" + path + "': cannot be opened"};
    return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

}  // namespace stillpoint::train
