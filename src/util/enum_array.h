#pragma once

#include <array>
#include <cstddef>

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

}  // namespace stillpoint
