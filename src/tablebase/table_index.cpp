#include "tablebase/table_index.h"

namespace stillpoint::tablebase {

namespace {

std::uint64_t read(std::span<const std::uint8_t> bytes, std::uint64_t at, int size) {
    std::uint64_t value = 0;
    for (int i = 0; i < size; ++i)
        value |= std::uint64_t{bytes[static_cast<std::size_t>(at) + static_cast<std::size_t>(i)]} << (8 * i);
    return value;
}

bool is_sound(std::span<const std::uint8_t> bytes, std::uint64_t offset, const IndexLayout& table) {
    // The number of the first position in each block.
    std::vector<std::uint64_t> starts{0};
    for (std::uint64_t i = 0; i < table.length_count; ++i)
        starts.push_back(starts.back() + read(bytes, table.lengths_at - offset + 2 * i, 2) + 1);
    if (starts[static_cast<std::size_t>(table.blocks)] < table.positions) return false;

    for (std::uint64_t i = 0; i < table.index_entries; ++i) {
        const std::uint64_t at = table.index_at - offset + 6 * i;
        const std::uint64_t block = read(bytes, at, 4), place = read(bytes, at + 4, 2);
        const std::uint64_t middle = (2 * i + 1) << (table.index_bits - 1);
        if (block >= table.length_count || starts[static_cast<std::size_t>(block)] + place != middle)
            return false;
    }
    return true;
}

}  // namespace

bool is_index_sound(std::span<const std::uint8_t> bytes, std::uint64_t offset,
                    const std::vector<IndexLayout>& tables) {
    for (const IndexLayout& table : tables)
        if (!is_sound(bytes, offset, table)) return false;
    return true;
}

}  // namespace stillpoint::tablebase
