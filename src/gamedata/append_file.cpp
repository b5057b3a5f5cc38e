#include "gamedata/append_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#if __has_include(<unistd.h>) && __has_include(<sys/file.h>)
#include <sys/file.h>
#include <unistd.h>
#define STILLPOINT_POSIX_FILES 1
#endif

namespace stillpoint::spg {

namespace {

Error failed(const std::string& path, const char* what, int code) {
    return Error{"'" + path + "': " + what + ": " + std::strerror(code)};
}

// False only if another process is known to use the file.
bool lock(std::FILE* file) {
#ifdef STILLPOINT_POSIX_FILES
    return flock(fileno(file), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
#else
    static_cast<void>(file);
    return true;
#endif
}

bool reached_disk(std::FILE* file) {
#ifdef STILLPOINT_POSIX_FILES
    // Not every file system supports it; data in the system's buffers survives a killed process anyway.
    return fsync(fileno(file)) == 0 || errno == EINVAL || errno == ENOTSUP;
#else
    static_cast<void>(file);
    return true;
#endif
}

}  // namespace

Result<AppendFile> AppendFile::open(const std::string& path) {
    AppendFile out;
    out.path_ = path;
    // Append mode creates the file if need be and always writes at its end, even after a truncation.
    out.file_.reset(std::fopen(path.c_str(), "ab"));
    if (!out.file_) return failed(path, "cannot be opened for writing", errno);
    std::setvbuf(out.file_.get(), nullptr, _IONBF, 0);
    if (!lock(out.file_.get())) return Error{"'" + path + "': another process is writing to it"};
    std::error_code error;
    out.size_ = std::filesystem::file_size(path, error);
    if (error) return Error{"'" + path + "': " + error.message()};
    return out;
}

Result<Done> AppendFile::truncate(std::uint64_t size) {
    std::error_code error;
    std::filesystem::resize_file(path_, size, error);
    if (error) return Error{"'" + path_ + "': cannot be shortened: " + error.message()};
    size_ = size;
    return Done{};
}

Result<Done> AppendFile::append(std::string_view bytes) {
    errno = 0;
    std::clearerr(file_.get());
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size() &&
                         std::fflush(file_.get()) == 0;
    if (!written || !reached_disk(file_.get())) {
        const int code = errno;
        if (const auto undone = truncate(size_); !undone)
            return Error{failed(path_, "cannot be written", code).message + "; then " + undone.error()};
        return failed(path_, "cannot be written", code);
    }
    size_ += bytes.size();
    return Done{};
}

}  // namespace stillpoint::spg
