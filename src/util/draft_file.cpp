#include "util/draft_file.h"

#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stillpoint {

namespace {

// Files left behind by killed programs may occupy some names.
constexpr int kMaxNames = 100;

Error last_error() { return Error{std::strerror(errno)}; }

// The permissions of the file to be replaced, or those of a new one.
Result<mode_t> mode_for(const std::string& path) {
    struct stat old {};
    if (lstat(path.c_str(), &old) != 0) {
        if (errno != ENOENT || path.empty()) return last_error();
        return mode_t{0666};
    }
    if (!S_ISREG(old.st_mode)) return Error{"not an ordinary file"};
    return static_cast<mode_t>(old.st_mode & 0777);
}

// Whoever writes a draft has it locked. Not every file system can.
bool is_taken(int fd) { return flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; }
constexpr const char* kTaken = "another process is writing it";

// The drafts that go with this process. Never destroyed: somebody may ask while the program ends.
struct Unfinished {
    std::mutex mutex;
    std::set<std::string> names;
};
Unfinished& unfinished() {
    static auto* const drafts = new Unfinished;
    return *drafts;
}

void forget(const std::string& name) {
    std::lock_guard lock(unfinished().mutex);
    unfinished().names.erase(name);
}

}  // namespace

std::string DraftFile::name() const {
    return path_ + ".part" + (number_ == 1 ? "" : std::to_string(number_));
}

Result<DraftFile> DraftFile::create(const std::string& path) {
    const auto mode = mode_for(path);
    if (!mode) return Error{mode.error()};
    for (int number = 1; number <= kMaxNames; ++number) {
        DraftFile draft(path, number);
        std::lock_guard lock(unfinished().mutex);
        // Exclusive: never opens a file or a link that is already there.
        const int fd = ::open(draft.name().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, *mode);
        if (fd < 0 && errno == EEXIST) continue;
        if (fd < 0) return last_error();
        static_cast<void>(is_taken(fd));  // by nobody yet
        draft.file_.reset(fdopen(fd, "wb"));
        if (draft.file_) {
            unfinished().names.insert(draft.name());
            return draft;
        }
        const Error error = last_error();
        ::close(fd);
        return error;
    }
    return Error{"too many unfinished files (" + path + ".part...) are beside it"};
}

Result<DraftFile> DraftFile::resume(const std::string& path, int number, std::uint64_t bytes) {
    DraftFile draft(path, number);
    const int fd = ::open(draft.name().c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return last_error();
    if (is_taken(fd)) {
        ::close(fd);
        return Error{kTaken};
    }
    struct stat found {};
    const bool ordinary = fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
    const bool long_enough = ordinary && static_cast<std::uint64_t>(found.st_size) >= bytes;
    const auto end = static_cast<off_t>(bytes);
    if (!long_enough || ftruncate(fd, end) != 0 || lseek(fd, end, SEEK_SET) != end) {
        ::close(fd);
        return Error{!ordinary      ? "not an ordinary file"
                     : !long_enough ? "shorter than it was"
                                    : std::strerror(errno)};
    }
    draft.file_.reset(fdopen(fd, "wb"));
    draft.bytes_ = bytes;
    draft.leave();
    return draft;
}

DraftFile::~DraftFile() {
    if (!file_) return;
    file_.reset();
    if (left_) return;
    ::unlink(name().c_str());
    forget(name());
}

Result<bool> DraftFile::remove(const std::string& path, int number) {
    const std::string name = DraftFile(path, number).name();
    const int fd = ::open(name.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const bool taken = fd >= 0 && is_taken(fd);
    if (fd >= 0) ::close(fd);
    if (taken) return Error{kTaken};
    ::unlink(name.c_str());
    return true;
}

void DraftFile::remove_unfinished() {
    std::lock_guard lock(unfinished().mutex);
    for (const std::string& name : unfinished().names) ::unlink(name.c_str());
}

void DraftFile::leave() {
    left_ = true;
    forget(name());
}

Result<std::uint64_t> DraftFile::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) return last_error();
    return bytes_ += bytes.size();
}

Result<std::uint64_t> DraftFile::sync() {
    // Not every file system supports fsync.
    if (std::fflush(file_.get()) != 0 ||
        (fsync(fileno(file_.get())) != 0 && errno != EINVAL && errno != ENOTSUP))
        return last_error();
    return bytes_;
}

Result<std::uint64_t> DraftFile::commit() {
    if (auto synced = sync(); !synced) return synced;
    if (const auto mode = mode_for(path_); !mode) return Error{mode.error()};
    if (std::rename(name().c_str(), path_.c_str()) != 0) return last_error();
    file_.reset();
    forget(name());
    return bytes_;
}

}  // namespace stillpoint
