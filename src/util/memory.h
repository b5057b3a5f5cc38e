#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

namespace stillpoint {

// A large block of zeroed memory straight from the system, in huge pages where it offers them. Pages are only
// allocated when first touched, so even a huge block is there at once.
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

// Owns one large object in such a block, which saves the processor many page walks in tables that are read at
// random. Throws std::bad_alloc as `new` does.
template <class T>
class PageOwner {
    static_assert(std::is_trivially_destructible_v<T>);

public:
    PageOwner() : memory_(sizeof(T)) {
        if (!memory_.data) throw std::bad_alloc();
        object_ = new (memory_.data) T();
    }

    T* get() const { return object_; }
    T& operator*() const { return *object_; }
    T* operator->() const { return object_; }

private:
    PageMemory memory_;
    T* object_ = nullptr;
};

}  // namespace stillpoint
