#pragma once

#include <cstddef>
#include <cstdint>

namespace stillpoint {

// The Castagnoli checksum of all our file formats, by the CPU's own instruction where there is one. For data
// in several parts, hand the result so far to the next call.
std::uint32_t crc32c(const void* data, std::size_t size, std::uint32_t so_far = 0);

// The same by table, on every machine; the other is tested against it.
std::uint32_t crc32c_portable(const void* data, std::size_t size, std::uint32_t so_far = 0);

}  // namespace stillpoint
