#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tablebase/table_file.h"

namespace stillpoint::tablebase {

inline constexpr std::uint32_t kWdlMagic = 0x5d23e871, kDtzMagic = 0xa50c66d7;

// The byte behind the magic number: two flags in the lower half, the number of pieces in the upper.
inline constexpr int kSplit = 1, kHasPawns = 2;
// Bits of a sub-table's first byte: whose move it is, what the numbers mean.
inline constexpr int kBlackToMove = 1, kMapped = 2, kWinInPlies = 4, kLossInPlies = 8, kWideMap = 16;
inline constexpr int kSingleValue = 128;

// In how many ways k of n squares can be taken.
constexpr std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
    if (k > n) return 0;
    std::uint64_t result = 1;
    for (std::uint64_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return result;
}

// Pieces as the files write them: pawn 1 to king 6, black ones 8 higher.
constexpr int piece_code(Color c, PieceType t) { return index(t) + 1 + 8 * index(c); }

// Where a sub-table keeps what leads from a position's number to a block of compressed values. For every
// 2^index_bits positions, the index gives the block and the place in it of the middle one; the lengths are
// the number of values in each block, less one.
struct IndexLayout {
    std::uint64_t positions = 0;
    int index_bits = 0;
    std::uint64_t index_at = 0, index_entries = 0;   // 6 bytes each, from the file's beginning
    std::uint64_t lengths_at = 0, length_count = 0;  // 2 bytes each
    std::uint64_t blocks = 0;                        // those with data; after them come only lengths
};

struct HeaderFindings {
    std::string_view fault;         // empty: none found
    bool needs_more_bytes = false;  // the header is longer than the bytes given
    std::uint64_t file_size = 0;    // of the whole file, by its header
    // Where the index of the blocks begins and ends, and what is in it.
    std::uint64_t index_begin = 0, index_end = 0;
    std::vector<IndexLayout> index;
    std::vector<int> flags;  // the first byte of each sub-table
};

// Reads the first bytes of a file as a table of this material.
HeaderFindings read_header(std::span<const std::uint8_t> bytes, const Material& material, TableKind kind);

// Whether index and lengths agree with each other and with the number of positions. `bytes` is the part of
// the file from `offset` that holds them all.
bool is_index_sound(std::span<const std::uint8_t> bytes, std::uint64_t offset,
                    const std::vector<IndexLayout>& tables);

}  // namespace stillpoint::tablebase
