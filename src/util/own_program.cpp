#include "util/own_program.h"

#include <cstdint>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#else
#include <unistd.h>
#endif

namespace stillpoint {

std::string own_program() {
    std::string path(4096, '\0');
#ifdef __APPLE__
    auto size = static_cast<std::uint32_t>(path.size());
    if (_NSGetExecutablePath(path.data(), &size) != 0) return {};
    path.resize(path.find('\0'));
#else
    const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
    path.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
#endif
    return path;
}

}  // namespace stillpoint
