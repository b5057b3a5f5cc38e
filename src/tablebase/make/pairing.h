#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace stillpoint::tablebase {

// A sub-table as it stands in a file, in the parts that lie apart there.
struct PackedTable {
    std::vector<std::uint8_t> header;   // after the flags: sizes, the code, the symbols
    std::vector<std::uint8_t> index;    // for every so many positions, their block and place in it
    std::vector<std::uint8_t> lengths;  // of the blocks, in values
    std::vector<std::uint8_t> blocks;
    int single_value = -1;  // if all values are the same, this one: then the rest is empty

    std::uint64_t size() const { return header.size() + index.size() + lengths.size() + blocks.size(); }
};

// Appends the lowest bytes of a number, the lowest first, as all numbers of a file stand.
void put(std::vector<std::uint8_t>& bytes, std::uint64_t number, int size);

// Values are 12 bits at most. They are replaced pair by pair, the most frequent pair first, by symbols that
// stand for it; the symbols get a prefix code. Blocks have at most 2^most_block_bits bytes. `go_on` is called
// now and then with the part done; nothing is returned if it says no.
std::optional<PackedTable> pack(std::vector<std::uint16_t> values, int most_block_bits,
                                const std::function<bool(double)>& go_on);

}  // namespace stillpoint::tablebase
