#pragma once

#include <cstddef>

namespace stillpoint {

// A large block of zeroed memory straight from the system, in huge pages where it gives them. Pages are only
// taken when first touched, so even a huge block is had at once.
struct PageMemory {
    PageMemory() = default;
    // Leaves `data` null if the system refuses.
    explicit PageMemory(std::size_t bytes);
    ~PageMemory();
    PageMemory(PageMemory&& other) noexcept;
    PageMemory& operator=(PageMemory&& other) noexcept;
    PageMemory(const PageMemory&) = delete;
    PageMemory& operator=(const PageMemory&) = delete;

    void* data = nullptr;
    std::size_t size = 0;
    bool huge_pages = false;
};

}  // namespace stillpoint
