#include "tablebase/make/cells.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#ifndef _WIN32
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace stillpoint::tablebase {

namespace {

#ifndef _WIN32
// A file that is new and has no name once it is open. Its room on the disk is taken now: a full disk would
// later end the program. The error is the reason alone.
Result<void*> map_new_file(const std::string& folder, std::size_t bytes) {
    std::string name = folder + "/cells.XXXXXX";
    const int file = mkstemp(name.data());
    if (file < 0) return Error{std::strerror(errno)};
    unlink(name.c_str());
    int fault = posix_fallocate(file, 0, static_cast<off_t>(bytes));
    void* data = nullptr;
    if (fault == 0) {
        data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (data == MAP_FAILED) fault = errno;
    }
    close(file);
    if (fault != 0) return Error{std::strerror(fault)};
    return data;
}
#endif

}  // namespace

Result<Cells> Cells::allocate(std::uint64_t count, const std::string& swap_folder) {
    const auto bytes = static_cast<std::size_t>(count * sizeof(Cell));
    Cells cells;
    void* data = nullptr;
#ifndef _WIN32
    if (!swap_folder.empty()) {
        const auto mapped = map_new_file(swap_folder, bytes);
        if (!mapped) return Error{swap_folder + ": " + mapped.error()};
        data = *mapped;
        cells.mapped_bytes_ = bytes;
    }
#else
    static_cast<void>(swap_folder);
#endif
    if (!data) {
        cells.memory_ = PageMemory(bytes);
        data = cells.memory_.data;
    }
    if (!data) return Error{"not enough memory: " + std::to_string(bytes >> 20) + " MB were refused"};
    cells.cells_ = static_cast<Cell*>(data);
    return cells;
}

Cells::Cells(Cells&& other) noexcept
    : cells_(std::exchange(other.cells_, nullptr)),
      memory_(std::move(other.memory_)),
      mapped_bytes_(std::exchange(other.mapped_bytes_, 0)) {}

Cells::~Cells() {
#ifndef _WIN32
    if (mapped_bytes_ > 0) munmap(cells_, mapped_bytes_);
#endif
}

}  // namespace stillpoint::tablebase
