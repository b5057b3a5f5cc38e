#include "tablebase/make/checksum.h"

#include <algorithm>
#include <string_view>

#include "util/crc32c.h"

namespace stillpoint::tablebase {

namespace {

constexpr std::string_view kMark = "Stillpnt";

}  // namespace

TableChecksum table_checksum(std::span<const std::uint8_t> bytes) {
    TableChecksum sum{};
    std::copy(kMark.begin(), kMark.end(), sum.begin());
    const std::uint64_t numbers =
        crc32c(bytes.data(), bytes.size()) | static_cast<std::uint64_t>(bytes.size()) << 32;
    for (std::size_t i = 0; i < 8; ++i) sum[kMark.size() + i] = static_cast<std::uint8_t>(numbers >> (8 * i));
    return sum;
}

bool has_our_mark(const TableChecksum& sum) { return std::equal(kMark.begin(), kMark.end(), sum.begin()); }

}  // namespace stillpoint::tablebase
