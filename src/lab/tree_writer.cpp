#include "lab/tree_writer.h"

#include "util/crc32c.h"

namespace stillpoint::lab {

TreeWriter::TreeWriter(const std::string& path, const TreeHeader& header)
    : path_(path), out_(path, std::ios::binary | std::ios::trunc) {
    out_ << kTreeMagic;
    offset_ = kTreeMagic.size();
    write_chunk(encode(header));
}

void TreeWriter::write_chunk(std::string_view bytes) {
    std::string head;
    put_fixed(head, bytes.size(), 4);
    put_fixed(head, crc32c(bytes.data(), bytes.size()), 4);
    out_ << head << bytes;
    offset_ += head.size() + bytes.size();
}

TreeId TreeWriter::add(const TreeNode& node) {
    const TreeId id = end_;
    const std::string bytes = encode(node, id);
    end_ += bytes.size();
    block_ += bytes;
    ++index_.records;
    while (block_.size() >= kBlockSize) {
        write_chunk(std::string_view(block_).substr(0, kBlockSize));
        block_.erase(0, kBlockSize);
    }
    return id;
}

Result<TreeIndex> TreeWriter::finish(std::uint64_t nodes) {
    index_.nodes = nodes;
    if (!block_.empty()) write_chunk(block_);
    std::string trailer;
    put_fixed(trailer, offset_, 8);
    put_fixed(trailer, end_, 8);
    write_chunk(encode(index_));
    out_ << trailer << kTreeEnd;
    out_.close();
    if (!out_) return Error{"can't write " + path_};
    return index_;
}

}  // namespace stillpoint::lab
