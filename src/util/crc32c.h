#pragma once

#include <cstddef>
#include <cstdint>

namespace stillpoint {

// The Castagnoli checksum that all our file formats use, by the CPU's own instruction where there is one. For
// data in several parts, pass the result so far to the next call.
std::uint32_t crc32c(const void* data, std::size_t size, std::uint32_t so_far = 0);

// The same from a table, on every machine; tests compare the two.
std::uint32_t crc32c_portable(const void* data, std::size_t size, std::uint32_t so_far = 0);

}  // namespace stillpoint
