#include "util/machine.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <thread>

#ifdef __linux__
#include <sched.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#endif
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif
#include <unistd.h>

namespace stillpoint {

int available_cores() {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
#endif
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::uint64_t memory_mebibytes() {
    [[maybe_unused]] constexpr std::uint64_t kMebibyte = 1 << 20;
    std::uint64_t mebibytes = 0;
#if !defined(__EMSCRIPTEN__)
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0)
        mebibytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) / kMebibyte;
#endif
#ifdef __linux__
    // The file says "max" where there is no limit.
    std::uint64_t limit = 0;
    if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit && limit > 0)
        mebibytes = std::min(mebibytes, limit / kMebibyte);
#endif
    return mebibytes;
}

std::optional<std::uint64_t> free_mebibytes() {
    std::optional<std::uint64_t> free;
#ifdef __linux__
    std::ifstream machine("/proc/meminfo");
    for (std::string name, unit; machine >> name;) {
        std::uint64_t kibibytes = 0;
        if (name == "MemAvailable:" && machine >> kibibytes) free = kibibytes >> 10;
        std::getline(machine, unit);
    }
    // The first says "max" where there is no limit. What a container has in files can be given back.
    std::uint64_t limit = 0, used = 0;
    if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit &&
        std::ifstream("/sys/fs/cgroup/memory.current") >> used) {
        std::ifstream parts("/sys/fs/cgroup/memory.stat");
        std::uint64_t bytes = 0, files = 0;
        for (std::string name; parts >> name >> bytes;)
            if (name == "inactive_file") files = bytes;
        used -= std::min(used, files);
        const std::uint64_t left = (limit - std::min(limit, used)) >> 20;
        free = std::min(free.value_or(left), left);
    }
#endif
    return free;
}

void ask_for_short_turns() {
#ifdef __linux__
    // Linux 6.12 and later take the run time of an ordinary thread for the length of its turns; others ignore
    // it.
    constexpr std::uint64_t kShortestNanoseconds = 100'000;
    // As the kernel's struct sched_attr, whose header can't be included beside <sched.h>.
    struct {
        std::uint32_t size, policy;
        std::uint64_t flags;
        std::int32_t nice;
        std::uint32_t priority;
        std::uint64_t runtime, deadline, period;
    } attributes{};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
    if (attributes.policy != SCHED_OTHER) return;
    attributes.runtime = kShortestNanoseconds;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
#endif
}

std::string own_program() {
    std::string path(4096, '\0');
#ifdef __APPLE__
    auto size = static_cast<std::uint32_t>(path.size());
    if (_NSGetExecutablePath(path.data(), &size) != 0) return {};
    path.resize(path.find('\0'));
#else
    const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
    path.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
#ifdef __linux__
    // Without /proc, as in a bare chroot: the name it was started by.
    if (const auto name = getauxval(AT_EXECFN); path.empty() && name != 0) {
        std::error_code error;
        path = std::filesystem::absolute(reinterpret_cast<const char*>(name), error).string();
    }
#endif
#endif
    return path;
}

}  // namespace stillpoint
