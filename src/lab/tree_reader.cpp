#include "lab/tree_reader.h"

#include <algorithm>

#include "util/crc32c.h"

namespace stillpoint::lab {

namespace {

constexpr std::uint64_t kMaxChunk = 1 << 24;
constexpr std::size_t kMaxCachedBlocks = 256;
// The longest record: a few hundred children.
constexpr std::size_t kMaxRecord = 1 << 14;

}  // namespace

Result<TreeReader> TreeReader::open(const std::string& path) {
    TreeReader reader;
    reader.path_ = path;
    reader.in_.open(path, std::ios::binary);
    if (!reader.in_) return Error{"can't read " + path};
    reader.in_.seekg(0, std::ios::end);
    const auto size = static_cast<std::uint64_t>(std::max<std::streamoff>(reader.in_.tellg(), 0));
    std::string magic(kTreeMagic.size(), '\0'), trailer(kTrailerSize, '\0');
    reader.in_.seekg(0);
    reader.in_.read(magic.data(), static_cast<std::streamsize>(magic.size()));
    if (magic != kTreeMagic && magic.starts_with(kAnyVersion))
        return Error{path + " was recorded by another version; record it again"};
    if (magic != kTreeMagic) return Error{path + " is no recorded tree"};
    if (size < kTreeMagic.size() + kTrailerSize)
        return Error{path + " is cut short: the recording was not finished"};
    reader.in_.seekg(static_cast<std::streamoff>(size - kTrailerSize));
    reader.in_.read(trailer.data(), static_cast<std::streamsize>(trailer.size()));
    if (!std::string_view(trailer).ends_with(kTreeEnd))
        return Error{path + " is cut short: the recording was not finished"};
    ByteSource fields(trailer);
    const std::uint64_t index_at = fields.fixed(8);
    reader.bytes_ = fields.fixed(8);

    const auto header = reader.read_chunk(kTreeMagic.size(), kMaxChunk);
    if (!header) return Error{header.error()};
    const auto index = reader.read_chunk(index_at, kMaxChunk);
    if (!index) return Error{index.error()};
    const auto parsed_header = decode_header(*header);
    const auto parsed_index = decode_index(*index);
    if (!parsed_header || !parsed_index) return Error{path + " is damaged: its header can't be read"};
    reader.header_ = *parsed_header;
    reader.index_ = *parsed_index;
    reader.first_block_ = kTreeMagic.size() + kChunkHead + header->size();
    const std::uint64_t blocks = (reader.bytes_ + kBlockSize - 1) / kBlockSize;
    if (reader.bytes_ > size || reader.first_block_ + reader.bytes_ + blocks * kChunkHead != index_at)
        return Error{path + " is damaged: the records don't fill the file"};
    return reader;
}

Result<std::string> TreeReader::read_chunk(std::uint64_t offset, std::uint64_t max_size) {
    const Error damaged{path_ + " is damaged at byte " + std::to_string(offset)};
    std::string head(kChunkHead, '\0');
    in_.clear();
    in_.seekg(static_cast<std::streamoff>(offset));
    if (!in_.read(head.data(), static_cast<std::streamsize>(head.size()))) return damaged;
    ByteSource fields(head);
    const std::uint64_t size = fields.fixed(4), crc = fields.fixed(4);
    if (size > max_size) return damaged;
    std::string bytes(size, '\0');
    if (!in_.read(bytes.data(), static_cast<std::streamsize>(size))) return damaged;
    if (crc32c(bytes.data(), bytes.size()) != crc) return damaged;
    return bytes;
}

Result<std::string_view> TreeReader::block(std::uint64_t number) {
    if (const auto known = blocks_.find(number); known != blocks_.end())
        return std::string_view(known->second);
    auto bytes = read_chunk(first_block_ + number * (kBlockSize + kChunkHead), kBlockSize);
    if (!bytes) return Error{bytes.error()};
    if (bytes->size() != std::min<std::uint64_t>(kBlockSize, bytes_ - number * kBlockSize))
        return Error{path_ + " is damaged: block " + std::to_string(number) + " has a wrong size"};
    if (blocks_.size() >= kMaxCachedBlocks) blocks_.clear();
    return std::string_view(blocks_.emplace(number, std::move(*bytes)).first->second);
}

Result<TreeNode> TreeReader::node(TreeId id) {
    const Error none{path_ + ": no node begins at " + std::to_string(id)};
    if (id >= bytes_) return none;
    const auto first = block(id / kBlockSize);
    if (!first) return Error{first.error()};
    std::string bytes(first->substr(id % kBlockSize, kMaxRecord));
    // A record may begin in one block and end in the next.
    if (bytes.size() < kMaxRecord && (id / kBlockSize + 1) * kBlockSize < bytes_) {
        const auto next = block(id / kBlockSize + 1);
        if (!next) return Error{next.error()};
        bytes += next->substr(0, kMaxRecord);
    }
    ByteSource source(bytes);
    const auto node = decode_node(source, id);
    if (!node) return none;
    return *node;
}

}  // namespace stillpoint::lab
