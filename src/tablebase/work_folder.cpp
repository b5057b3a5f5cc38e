#include "tablebase/work_folder.h"

#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace stillpoint::tablebase {

namespace {

namespace fs = std::filesystem;

int open_folder(const fs::path& path) { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

// Not every file system knows locks; without them nobody else can have one.
bool is_locked_elsewhere(int folder, int lock) {
    return flock(folder, lock | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}  // namespace

fs::path WorkFolder::path_in(const fs::path& tables) { return tables / "making"; }

Result<WorkFolder> WorkFolder::open(const fs::path& tables) {
    const fs::path path = path_in(tables);
    std::error_code error;
    fs::create_directories(path, error);
    if (error) return Error{path.string() + ": " + error.message()};
    const int folder = open_folder(path);
    if (folder < 0) return Error{path.string() + ": " + std::strerror(errno)};
    if (is_locked_elsewhere(folder, LOCK_EX)) {
        ::close(folder);
        return Error{tables.string() + ": another run is making tables there"};
    }
    return WorkFolder(path, folder);
}

bool WorkFolder::is_in_use(const fs::path& tables) {
    const int folder = open_folder(path_in(tables));
    if (folder < 0) return false;
    const bool in_use = is_locked_elsewhere(folder, LOCK_SH);
    ::close(folder);
    return in_use;
}

WorkFolder::~WorkFolder() {
    if (lock_ < 0) return;
    std::error_code ignored;
    fs::remove(path_, ignored);
    ::close(lock_);
}

}  // namespace stillpoint::tablebase
