#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lab/tree_node.h"

namespace stillpoint::lab {

// The tree file, version 2. All numbers are little-endian; a varint has seven bits a byte, low ones first; a
// signed one is zigzag-coded first. docs/lab.md describes it for other readers.
//
//   magic, chunk(header), blocks, chunk(index), trailer
//   chunk   u32 size, u32 crc32c, bytes
//   block   a chunk of kBlockSize bytes; the last one may be shorter. All blocks together are the records.
//   trailer u64 offset of the index chunk, u64 bytes of all records, magic at the end
//
// A node is written when it ends, after its children, so that nothing has to be held back or patched.
inline constexpr std::string_view kTreeMagic = "SPTREE2\n", kTreeEnd = "SPTREEND";
inline constexpr std::string_view kAnyVersion = "SPTREE";  // how every version's magic begins
inline constexpr std::size_t kBlockSize = 1 << 16;
inline constexpr std::size_t kChunkHead = 8;
inline constexpr std::size_t kTrailerSize = 24;

// Takes fields off the front of bytes. Once they run out every further field is zero and ok() false.
class ByteSource {
public:
    explicit ByteSource(std::string_view bytes) : bytes_(bytes) {}
    bool ok() const { return ok_; }
    std::size_t left() const { return bytes_.size(); }
    std::uint64_t fixed(int size);
    std::uint64_t varint();
    std::int64_t zigzag();
    std::string_view take(std::size_t size);

private:
    std::string_view bytes_;
    bool ok_ = true;
};

void put_fixed(std::string& out, std::uint64_t value, int size);
void put_varint(std::string& out, std::uint64_t value);
void put_zigzag(std::string& out, std::int64_t value);

std::string encode(const TreeHeader& header);
std::optional<TreeHeader> decode_header(std::string_view bytes);
std::string encode(const TreeIndex& index);
std::optional<TreeIndex> decode_index(std::string_view bytes);
// `id` is where the record will lie; its children lie before it.
std::string encode(const TreeNode& node, TreeId id);
std::optional<TreeNode> decode_node(ByteSource& source, TreeId id);

}  // namespace stillpoint::lab
