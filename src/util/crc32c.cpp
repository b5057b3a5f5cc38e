#include "util/crc32c.h"

#include <array>
#include <cstring>

#if defined(__SSE4_2__)
#include <nmmintrin.h>
#elif defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#endif

namespace stillpoint {

namespace {

constexpr std::uint32_t kReversedPolynomial = 0x82F63B78;

constexpr auto kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kReversedPolynomial : 0);
        table[byte] = crc;
    }
    return table;
}();

std::uint32_t step(std::uint32_t crc, std::uint8_t byte) {
#if defined(__SSE4_2__)
    return _mm_crc32_u8(crc, byte);
#elif defined(__ARM_FEATURE_CRC32)
    return __crc32cb(crc, byte);
#else
    return (crc >> 8) ^ kTable[(crc ^ byte) & 0xFF];
#endif
}

std::uint32_t step(std::uint32_t crc, std::uint64_t eight_bytes) {
#if defined(__SSE4_2__)
    return static_cast<std::uint32_t>(_mm_crc32_u64(crc, eight_bytes));
#elif defined(__ARM_FEATURE_CRC32)
    return __crc32cd(crc, eight_bytes);
#else
    for (int i = 0; i < 8; ++i) crc = step(crc, static_cast<std::uint8_t>(eight_bytes >> (8 * i)));
    return crc;
#endif
}

}  // namespace

std::uint32_t crc32c(const void* data, std::size_t size, std::uint32_t so_far) {
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    std::uint32_t crc = ~so_far;
    for (; size >= 8; size -= 8, bytes += 8) {
        std::uint64_t eight_bytes = 0;
        std::memcpy(&eight_bytes, bytes, sizeof eight_bytes);
        crc = step(crc, eight_bytes);
    }
    for (; size > 0; --size, ++bytes) crc = step(crc, *bytes);
    return ~crc;
}

std::uint32_t crc32c_portable(const void* data, std::size_t size, std::uint32_t so_far) {
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    std::uint32_t crc = ~so_far;
    for (; size > 0; --size, ++bytes) crc = (crc >> 8) ^ kTable[(crc ^ *bytes) & 0xFF];
    return ~crc;
}

}  // namespace stillpoint
