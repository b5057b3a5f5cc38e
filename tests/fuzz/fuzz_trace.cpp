#include <cstddef>
#include <cstdint>
#include <string>

#include "lab/tree_file.h"
#include "lab/tree_view.h"
#include "tests/fuzz/invariants.h"
#include "tests/fuzz/private_folder.h"
#include "util/crc32c.h"

namespace {

using namespace stillpoint;

void look_at(const std::string& bytes) {
    const auto& folder = fuzz::private_folder();
    folder.write("tree", bytes);
    auto reader = lab::TreeReader::open(folder.file("tree"));
    if (!reader) return fuzz::require_good_error(reader.error());
    for (const lab::TreeRoot& root : reader->index().roots) {
        const auto node = reader->node(root.id);
        if (!node) continue;
        static_cast<void>(lab::tree_text(*reader, *node));
        static_cast<void>(lab::tree_json(*reader, *node, 3, 50));
    }
}

void put_chunk(std::string& out, const std::string& bytes) {
    lab::put_fixed(out, bytes.size(), 4);
    lab::put_fixed(out, crc32c(bytes.data(), bytes.size()), 4);
    out += bytes;
}

// The input as the records of a tree that is otherwise whole, with roots all over it.
std::string tree_of(const std::string& records) {
    lab::TreeHeader header;
    header.fen = kStartFen;
    lab::TreeIndex index;
    for (std::size_t at = 0; at < records.size() && at < 64; ++at) index.roots.push_back({1, at});
    std::string out(lab::kTreeMagic);
    put_chunk(out, encode(header));
    put_chunk(out, records);
    const std::size_t index_at = out.size();
    put_chunk(out, encode(index));
    lab::put_fixed(out, index_at, 8);
    lab::put_fixed(out, records.size(), 8);
    return out + std::string(lab::kTreeEnd);
}

}  // namespace

// Any bytes as a recorded tree, and as the records of one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    look_at(text);
    static_cast<void>(lab::decode_header(text));
    static_cast<void>(lab::decode_index(text));
    if (!text.empty() && text.size() < lab::kBlockSize) look_at(tree_of(text));
    return 0;
}
