#include "util/append_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stillpoint {

namespace {

Error failed(const std::string& path, const char* what, int code) {
    return Error{"'" + path + "': " + what + ": " + std::strerror(code)};
}

}  // namespace

Result<AppendFile> AppendFile::open(const std::string& path) {
    AppendFile out;
    out.path_ = path;
    // Append mode always writes at the file's end, even after a truncation. Without O_NONBLOCK a pipe would
    // wait for its reader.
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
    if (fd < 0) return failed(path, "cannot be opened for writing", errno);
    out.file_.reset(fdopen(fd, "ab"));
    if (!out.file_) {
        const int code = errno;
        ::close(fd);
        return failed(path, "cannot be opened for writing", code);
    }
    std::setvbuf(out.file_.get(), nullptr, _IONBF, 0);
    // Where the file system has no locks, we go on without one.
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return Error{"'" + path + "': another process is writing to it"};
    struct stat found {};
    if (fstat(fd, &found) != 0 || !S_ISREG(found.st_mode))
        return Error{"'" + path + "' is not an ordinary file"};
    out.size_ = static_cast<std::uint64_t>(found.st_size);
    return out;
}

Result<std::uint64_t> AppendFile::truncate(std::uint64_t size) {
    if (ftruncate(fileno(file_.get()), static_cast<off_t>(size)) != 0)
        return failed(path_, "cannot be shortened", errno);
    return size_ = size;
}

Result<std::uint64_t> AppendFile::append(std::string_view bytes) {
    errno = 0;
    std::clearerr(file_.get());
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size() &&
                         std::fflush(file_.get()) == 0;
    // Not every file system supports fsync; data in the system's buffers survives a killed process anyway.
    if (!written || (fsync(fileno(file_.get())) != 0 && errno != EINVAL && errno != ENOTSUP)) {
        const int code = errno;
        if (const auto undone = truncate(size_); !undone)
            return Error{failed(path_, "cannot be written", code).message + "; then " + undone.error()};
        return failed(path_, "cannot be written", code);
    }
    return size_ += bytes.size();
}

}  // namespace stillpoint
