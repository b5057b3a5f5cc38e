#include "util/memory.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#if defined(__linux__) && !defined(__EMSCRIPTEN__)
#include <sys/mman.h>
#define STILLPOINT_USE_MMAP 1
#endif

namespace stillpoint {

namespace {
#ifdef STILLPOINT_USE_MMAP
constexpr std::size_t kHugePage = std::size_t{2} << 20;
#endif
constexpr std::size_t round_up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }
}  // namespace

PageMemory::PageMemory(std::size_t bytes) {
    if (bytes == 0 || std::uint64_t{bytes} > (std::uint64_t{1} << 46)) return;
#ifdef STILLPOINT_USE_MMAP
    // A huge page begins at a multiple of its size: ask for one more and return what lies around the block.
    const std::size_t wanted = round_up(bytes, kHugePage), asked = wanted + kHugePage;
    void* const block = mmap(nullptr, asked, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return;
    char* const begin = static_cast<char*>(block);
    const std::size_t before = round_up(reinterpret_cast<std::uintptr_t>(begin), kHugePage) -
                               reinterpret_cast<std::uintptr_t>(begin);
    if (before > 0) munmap(begin, before);
    munmap(begin + before + wanted, kHugePage - before);
    data = begin + before;
    size = wanted;
    huge_pages = madvise(data, size, MADV_HUGEPAGE) == 0;
#else
    size = round_up(bytes, 64);
    data = std::aligned_alloc(64, size);
    if (data)
        std::memset(data, 0, size);
    else
        size = 0;
#endif
}

PageMemory::~PageMemory() {
    if (!data) return;
#ifdef STILLPOINT_USE_MMAP
    munmap(data, size);
#else
    std::free(data);
#endif
}

PageMemory::PageMemory(PageMemory&& other) noexcept { *this = std::move(other); }

PageMemory& PageMemory::operator=(PageMemory&& other) noexcept {
    std::swap(data, other.data);
    std::swap(size, other.size);
    std::swap(huge_pages, other.huge_pages);
    return *this;
}

}  // namespace stillpoint
