#pragma once

#include <cstddef>

#include "util/check.h"
#include "util/raw_array.h"

namespace stillpoint {

// A vector of trivially copyable values in place, without initialising the unused part.
template <class T, std::size_t kCapacity>
class StaticVector {
public:
    void push_back(const T& item) {
        STILLPOINT_ASSERT(size_ < kCapacity);
        items_[size_++] = item;
    }
    void pop_back() { --size_; }
    void clear() { size_ = 0; }
    void resize(std::size_t size) {
        STILLPOINT_ASSERT(size <= kCapacity);
        size_ = size;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    static constexpr std::size_t capacity() { return kCapacity; }

    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }
    T& back() { return items_[size_ - 1]; }
    const T& back() const { return items_[size_ - 1]; }

    T* begin() { return items_.data(); }
    T* end() { return items_.data() + size_; }
    const T* begin() const { return items_.data(); }
    const T* end() const { return items_.data() + size_; }

private:
    std::size_t size_ = 0;
    RawArray<T, kCapacity> items_;
};

}  // namespace stillpoint
