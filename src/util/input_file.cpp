#include "util/input_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stillpoint {

namespace {

// Terminals are typed into, and the null device is at its end at once. All others may go on for ever.
bool is_endless_device(const std::string& path, const struct stat& found) {
    if (S_ISBLK(found.st_mode)) return true;
    if (!S_ISCHR(found.st_mode)) return false;
    struct stat null {};
    if (stat("/dev/null", &null) == 0 && found.st_rdev == null.st_rdev) return false;
    const int fd = ::open(path.c_str(), O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return true;
    const bool terminal = isatty(fd) != 0;
    ::close(fd);
    return !terminal;
}

std::string file_of(const std::string& path) { return path == "-" ? "/dev/stdin" : path; }

Error cannot_read(const std::string& path, const char* why) {
    return Error{"can't read '" + path + "': " + why};
}

}  // namespace

Result<bool> check_input(const std::string& path) {
    const std::string name = file_of(path);
    struct stat found {};
    if (stat(name.c_str(), &found) != 0) return cannot_read(path, std::strerror(errno));
    if (S_ISDIR(found.st_mode)) return cannot_read(path, "it is a folder");
    if (is_endless_device(name, found)) return cannot_read(path, "it is a device");
    return true;
}

Result<std::ifstream> open_input(const std::string& path) {
    if (const auto fits = check_input(path); !fits) return Error{fits.error()};
    errno = 0;
    std::ifstream file(file_of(path), std::ios::binary);
    if (!file) return cannot_read(path, errno != 0 ? std::strerror(errno) : "it can't be opened");
    return file;
}

bool is_ordinary_file(const std::string& path) {
    struct stat found {};
    return stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

}  // namespace stillpoint
