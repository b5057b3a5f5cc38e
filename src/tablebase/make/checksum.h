#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace stillpoint::tablebase {

// The sixteen bytes a table's file ends with. How those of the public tables are computed is not part of the
// format, and who probes does not look; ours carry a mark by which they are known.
using TableChecksum = std::array<std::uint8_t, 16>;
TableChecksum table_checksum(std::span<const std::uint8_t> bytes);

// Whether it is one of ours.
bool has_our_mark(const TableChecksum& sum);

}  // namespace stillpoint::tablebase
