#pragma once

#include <cstddef>
#include <type_traits>

namespace stillpoint {

// An array that is left uninitialised even if its elements have a default value: a buffer on a hot path that
// is written before it is read.
template <class T, std::size_t kSize>
class RawArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    RawArray() {}  // NOLINT: leaves items_ uninitialised on purpose

    T* data() { return items_; }
    const T* data() const { return items_; }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }

private:
    // Members of a union are not constructed by themselves.
    union {
        T items_[kSize];
    };
};

}  // namespace stillpoint
