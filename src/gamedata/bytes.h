#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stillpoint::spg {

// Little-endian numbers in byte strings, whatever the machine's own order.
template <class T>
void put_le(std::string& out, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFF);
}

// The caller has checked that the bytes are there.
template <class T>
T get_le(std::string_view bytes, std::size_t offset) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value |= std::uint64_t{static_cast<unsigned char>(bytes[offset + i])} << (8 * i);
    return static_cast<T>(value);
}

}  // namespace stillpoint::spg
