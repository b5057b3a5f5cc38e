#include "tablebase/table_header.h"

#include <algorithm>
#include <array>
#include <vector>

namespace stillpoint::tablebase {

namespace {

using Fault = std::string_view;  // empty: none

// Reads forward. Reading beyond the end gives zeros and is remembered.
class Cursor {
public:
    explicit Cursor(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    int byte(std::uint64_t ahead) {
        if (offset_ + ahead < bytes_.size()) return bytes_[static_cast<std::size_t>(offset_ + ahead)];
        overrun_ = true;
        return 0;
    }
    int word(std::uint64_t ahead) { return byte(ahead) | byte(ahead + 1) << 8; }
    std::uint32_t double_word(std::uint64_t ahead) {
        return static_cast<std::uint32_t>(word(ahead)) | static_cast<std::uint32_t>(word(ahead + 2)) << 16;
    }
    void skip(std::uint64_t n) { offset_ += n; }
    void align(std::uint64_t n) { offset_ = (offset_ + n - 1) / n * n; }
    std::uint64_t offset() const { return offset_; }
    bool overrun() const { return overrun_; }

private:
    std::span<const std::uint8_t> bytes_;
    std::uint64_t offset_ = 0;
    bool overrun_ = false;
};

// What follows from the material alone.
struct Shape {
    int pieces;
    bool pawns;
    bool symmetric;
    std::array<int, 16> counts{};  // by piece code
    int lead;                      // how many pieces the index begins with
    int other_pawns = 0;           // pawns of the other colour, which come next
    int lead_pawn = 0, other_pawn = 0;

    explicit Shape(const Material& m)
        : pieces(m.piece_count()), pawns(m.has_pawns()), symmetric(m.is_symmetric()), lead(0) {
        int single = 0;
        for (Color c : {Color::White, Color::Black})
            for (int t = 0; t < kPieceTypes; ++t) {
                const PieceType type = static_cast<PieceType>(t);
                const int n = m.counts[c][type];
                counts[static_cast<std::size_t>(piece_code(c, type))] = n;
                single += n == 1;
            }
        if (!pawns) {
            lead = single == 2 ? 2 : 3;  // the two kings, or three pieces that are alone of their kind
            return;
        }
        // The colour with fewer pawns leads, White if equal, but never one without pawns.
        const int white = m.counts[Color::White][PieceType::Pawn];
        const int black = m.counts[Color::Black][PieceType::Pawn];
        const Color leader = black > 0 && (white == 0 || white > black) ? Color::Black : Color::White;
        lead = m.counts[leader][PieceType::Pawn];
        other_pawns = m.counts[~leader][PieceType::Pawn];
        lead_pawn = piece_code(leader, PieceType::Pawn);
        other_pawn = piece_code(~leader, PieceType::Pawn);
    }

    int count(int code) const { return counts[static_cast<std::size_t>(code)]; }
    int sub_tables() const { return pawns ? 4 : 1; }  // one per file of the leading pawn, mirrored
    int order_bytes() const { return other_pawns > 0 ? 2 : 1; }
};

// The number of ways to place the leading group.
std::uint64_t lead_placements(const Shape& shape, int file) {
    if (!shape.pawns) return shape.lead == 2 ? 462 : 31332;
    std::uint64_t sum = 0;
    const auto others = static_cast<std::uint64_t>(shape.lead - 1);
    // The leading pawn's square leaves 47, 45, ... squares for the others, counted file by file.
    for (int rank = 0; rank < 6; ++rank)
        sum += choose(static_cast<std::uint64_t>(47 - 12 * file - 2 * rank), others);
    return sum;
}

// Checks one side's list of pieces against the material, and counts the positions it stands for.
Fault read_pieces(Cursor& in, const Shape& shape, int file, int shift, std::uint64_t& positions) {
    const auto nibble = [&](int at) { return in.byte(static_cast<std::uint64_t>(at)) >> shift & 15; };
    std::array<int, kMostPieces> list{};
    const auto piece = [&](int i) { return list[static_cast<std::size_t>(i)]; };
    std::array<int, 16> seen{};
    for (int i = 0; i < shape.pieces; ++i) {
        const int code = nibble(shape.order_bytes() + i);
        list[static_cast<std::size_t>(i)] = code;
        int& times = seen[static_cast<std::size_t>(code)];
        if (times > 0 && piece(i - 1) != code) return "lists its pieces in disorder";
        ++times;
    }
    if (in.overrun()) return {};
    if (seen != shape.counts) return "is about other pieces than its name says";
    for (int i = 0; i < shape.lead; ++i) {
        const bool fits = shape.pawns       ? piece(i) == shape.lead_pawn
                          : shape.lead == 2 ? (piece(i) & 7) == index(PieceType::King) + 1
                                            : shape.count(piece(i)) == 1;
        if (!fits) return "lists its pieces in disorder";
    }
    if (shape.other_pawns > 0 && piece(shape.lead) != shape.other_pawn) return "lists its pieces in disorder";

    int groups = 1, placed = shape.lead;
    positions = lead_placements(shape, file);
    if (shape.other_pawns > 0) {
        positions *=
            choose(static_cast<std::uint64_t>(48 - placed), static_cast<std::uint64_t>(shape.other_pawns));
        placed += shape.other_pawns;
        ++groups;
    }
    while (placed < shape.pieces) {
        const int size = shape.count(piece(placed));
        positions *= choose(static_cast<std::uint64_t>(64 - placed), static_cast<std::uint64_t>(size));
        placed += size;
        ++groups;
    }
    const int order = nibble(0), other_order = shape.other_pawns > 0 ? nibble(1) : -1;
    if (order >= groups || other_order >= groups || order == other_order) return "has an impossible index";
    return {};
}

// The pair of symbols that each symbol stands for; in the end a symbol means up to 256 values.
class Symbols {
public:
    Symbols(Cursor& in, std::uint64_t ahead, int size) : lengths_(static_cast<std::size_t>(size), kUnknown) {
        for (int s = 0; s < size; ++s, ahead += 3)
            triples_.push_back({in.byte(ahead), in.byte(ahead + 1), in.byte(ahead + 2)});
    }

    Fault check(TableKind kind) {
        for (int s = 0; s < static_cast<int>(lengths_.size()); ++s) {
            if (length(s, 0) < 0) return "has a broken table of symbols";
            if (kind == TableKind::Wdl && is_value(s) && triple(s)[0] > 4) return "has impossible values";
        }
        return {};
    }

private:
    static constexpr int kUnknown = -1, kBroken = -2, kLongest = 256, kNone = 0xfff;

    const std::array<int, 3>& triple(int s) const { return triples_[static_cast<std::size_t>(s)]; }
    int left(int s) const { return (triple(s)[1] & 15) << 8 | triple(s)[0]; }
    int right(int s) const { return triple(s)[2] << 4 | triple(s)[1] >> 4; }
    bool is_value(int s) const { return right(s) == kNone; }

    // How many values a symbol stands for; kBroken if it refers to nothing, to itself or to too much.
    int length(int s, int depth) {
        if (s >= static_cast<int>(lengths_.size()) || depth > kLongest) return kBroken;
        int& known = lengths_[static_cast<std::size_t>(s)];
        if (known != kUnknown) return known;
        if (is_value(s)) return known = 1;
        const int a = length(left(s), depth + 1);
        const int b = a < 0 ? a : length(right(s), depth + 1);
        return known = b < 0 || a + b > kLongest ? kBroken : a + b;
    }

    std::vector<int> lengths_;
    std::vector<std::array<int, 3>> triples_;
};

struct SubTableHeader {
    int flags = 0;
    std::uint64_t block_bytes = 0;
    IndexLayout index;
};

// Whether every code of the prefix code means an existing symbol. `first[i]` is the lowest symbol of those
// whose code has `shortest + i` bits; longer codes have lower symbols.
bool is_code_complete(const std::vector<int>& first, int shortest, int symbols) {
    std::int64_t code = 0;  // the lowest code of the length at hand
    for (std::size_t i = first.size() - 1; i-- > 0;) {
        const std::int64_t sum = code + first[i] - first[i + 1];
        if (first[i] < first[i + 1] || sum % 2 != 0) return false;
        code = sum / 2;
    }
    const std::int64_t shortest_codes = (std::int64_t{1} << shortest) - code;
    return shortest_codes >= 0 && first[0] + shortest_codes <= symbols;
}

// Leaves the index empty if all positions have the same value.
Fault read_pairs(Cursor& in, std::uint64_t positions, TableKind kind, SubTableHeader& table) {
    table.flags = in.byte(0);
    if (table.flags & kSingleValue) {
        const int value = in.byte(1);
        in.skip(2);
        return kind == TableKind::Wdl && value > 4 ? Fault("has impossible values") : Fault();
    }
    const int block_bits = in.byte(1), index_bits = in.byte(2), extra_blocks = in.byte(3);
    const std::uint64_t blocks = in.double_word(4);
    const int longest = in.byte(8), shortest = in.byte(9);
    if (in.overrun()) return {};
    if (block_bits > 31 || index_bits < 1 || index_bits > 31) return "has impossible block sizes";
    if (shortest < 1 || longest < shortest || longest > 32) return "has an impossible code";

    std::vector<int> first;
    for (int i = 0; i <= longest - shortest; ++i) first.push_back(in.word(10 + 2 * static_cast<unsigned>(i)));
    const std::uint64_t at = 10 + 2 * first.size();
    const int symbols = in.word(at);
    if (in.overrun()) return {};
    if (symbols == 0 || symbols >= 4096 || !is_code_complete(first, shortest, symbols))
        return "has an impossible code";
    Symbols tree(in, at + 2, symbols);
    if (in.overrun()) return {};
    if (const Fault fault = tree.check(kind); !fault.empty()) return fault;

    in.skip(at + 2 + 3 * static_cast<std::uint64_t>(symbols) + (symbols & 1));
    table.index.positions = positions;
    table.index.index_bits = index_bits;
    table.index.index_entries = (positions + (std::uint64_t{1} << index_bits) - 1) >> index_bits;
    table.index.length_count = blocks + static_cast<std::uint64_t>(extra_blocks);
    table.index.blocks = blocks;
    table.block_bytes = blocks << block_bits;
    return {};
}

// The lists that turn stored numbers into distances.
Fault skip_distance_maps(Cursor& in, const std::vector<SubTableHeader>& tables) {
    for (const SubTableHeader& table : tables) {
        if (!(table.flags & kMapped)) continue;
        // Fathom before October 2022, which Debian ships, computes wrong places in such lists.
        if (table.flags & kWideMap) return "has 16-bit distances, which old versions of Fathom misread";
        for (int i = 0; i < 4; ++i) in.skip(1 + static_cast<std::uint64_t>(in.byte(0)));
    }
    in.align(2);
    return {};
}

Fault read_tables(Cursor& in, const Shape& shape, TableKind kind, HeaderFindings& found) {
    if (in.double_word(0) != (kind == TableKind::Wdl ? kWdlMagic : kDtzMagic)) return "not a Syzygy table";
    const int flags = in.byte(4);
    if (flags >> 4 != shape.pieces || ((flags & kHasPawns) != 0) != shape.pawns)
        return "is about other pieces than its name says";
    const bool split = (flags & kSplit) != 0;
    if (kind == TableKind::Wdl && split == shape.symmetric) return "is about other pieces than its name says";
    const int sides = kind == TableKind::Wdl && split ? 2 : 1;
    in.skip(5);

    std::vector<std::uint64_t> positions;
    for (int file = 0; file < shape.sub_tables(); ++file) {
        for (int side = 0; side < sides; ++side) {
            std::uint64_t number = 0;
            if (const Fault fault = read_pieces(in, shape, file, 4 * side, number); !fault.empty())
                return fault;
            positions.push_back(number);
        }
        in.skip(static_cast<std::uint64_t>(shape.order_bytes() + shape.pieces));
    }
    in.align(2);

    std::vector<SubTableHeader> tables(positions.size());
    for (std::size_t i = 0; i < tables.size() && !in.overrun(); ++i)
        if (const Fault fault = read_pairs(in, positions[i], kind, tables[i]); !fault.empty()) return fault;
    if (kind == TableKind::Dtz)
        if (const Fault fault = skip_distance_maps(in, tables); !fault.empty()) return fault;
    if (in.overrun()) return {};

    for (const SubTableHeader& table : tables) found.flags.push_back(table.flags);
    found.index_begin = in.offset();
    for (SubTableHeader& table : tables) {
        table.index.index_at = in.offset();
        in.skip(6 * table.index.index_entries);
    }
    for (SubTableHeader& table : tables) {
        table.index.lengths_at = in.offset();
        in.skip(2 * table.index.length_count);
    }
    found.index_end = in.offset();
    for (const SubTableHeader& table : tables)
        if (table.index.positions > 0) found.index.push_back(table.index);
    for (const SubTableHeader& table : tables) {
        in.align(64);
        in.skip(table.block_bytes);
    }
    in.align(64);
    in.skip(16);  // the checksum
    return {};
}

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

HeaderFindings read_header(std::span<const std::uint8_t> bytes, const Material& material, TableKind kind) {
    Cursor in(bytes);
    HeaderFindings found;
    found.fault = read_tables(in, Shape(material), kind, found);
    found.needs_more_bytes = in.overrun();
    found.file_size = in.offset();
    return found;
}

bool is_index_sound(std::span<const std::uint8_t> bytes, std::uint64_t offset,
                    const std::vector<IndexLayout>& tables) {
    for (const IndexLayout& table : tables)
        if (!is_sound(bytes, offset, table)) return false;
    return true;
}

}  // namespace stillpoint::tablebase
