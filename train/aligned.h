#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

#include "util/simd/simd.h"

namespace stillpoint::train {

// A fixed number of zeroed values, aligned to a cache line, so that aligned vector loads work.
template <class T>
class AlignedArray {
public:
    AlignedArray() = default;
    explicit AlignedArray(std::size_t size)
        : data_(static_cast<T*>(::operator new(size * sizeof(T), kAlign))), size_(size) {
        std::uninitialized_fill_n(data_.get(), size, T{});
    }
    AlignedArray(const AlignedArray& other) : AlignedArray(other.size_) {
        std::copy(other.begin(), other.end(), begin());
    }
    AlignedArray& operator=(const AlignedArray& other) { return *this = AlignedArray(other); }
    AlignedArray(AlignedArray&&) = default;
    AlignedArray& operator=(AlignedArray&&) = default;

    std::size_t size() const { return size_; }
    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    T& operator[](std::size_t i) { return data_.get()[i]; }
    const T& operator[](std::size_t i) const { return data_.get()[i]; }
    T* begin() { return data(); }
    T* end() { return data() + size_; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size_; }

private:
    static constexpr std::align_val_t kAlign{simd::kAlignment};
    struct Free {
        void operator()(T* p) const { ::operator delete(p, kAlign); }
    };
    std::unique_ptr<T, Free> data_;
    std::size_t size_ = 0;
};

}  // namespace stillpoint::train
