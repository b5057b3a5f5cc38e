#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "util/check.h"

namespace stillpoint {

// An array indexed by a scoped enum, so that a table by square can't be read with a piece.
template <class Enum, class T, std::size_t kSize>
struct EnumArray {
    std::array<T, kSize> values{};

    constexpr T& operator[](Enum e) { return values[static_cast<std::size_t>(e)]; }
    constexpr const T& operator[](Enum e) const { return values[static_cast<std::size_t>(e)]; }
    constexpr auto begin() { return values.begin(); }
    constexpr auto end() { return values.end(); }
    constexpr auto begin() const { return values.begin(); }
    constexpr auto end() const { return values.end(); }
    constexpr void fill(const T& value) { values.fill(value); }
    friend constexpr bool operator==(const EnumArray&, const EnumArray&) = default;
};

// The name of an enumerator. A table of them, checked by names_every, can't lack one or be shifted.
template <class Enum>
struct Named {
    Enum value;
    std::string_view name;
};
// Whether the rows (a Named or the like) name every enumerator up to Enum::Count, in order.
template <class Enum, class Row, std::size_t kSize>
constexpr bool names_every(const Row (&names)[kSize]) {
    for (std::size_t i = 0; i < kSize; ++i)
        if (static_cast<std::size_t>(names[i].value) != i || names[i].name.empty()) return false;
    return kSize == static_cast<std::size_t>(Enum::Count);
}

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
