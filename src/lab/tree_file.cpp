#include "lab/tree_file.h"

#include <algorithm>

#include "chess/fen.h"
#include "search/move_picker.h"
#include "util/crc32c.h"
#include "util/input_file.h"

namespace stillpoint::lab {

namespace {

constexpr std::uint64_t kMaxChunk = 1 << 24;
constexpr std::size_t kMaxCachedBlocks = 256;
// The longest record: a few hundred children.
constexpr std::size_t kMaxRecord = 1 << 14;

// The bits of a record's first byte.
constexpr unsigned kQuiescence = 1, kCutNode = 2, kInCheck = 4, kMade = 8, kAbandoned = 16, kHasEval = 32,
                   kHasExcluded = 64, kHasFinding = 128;

constexpr std::uint64_t kMaxFen = 200, kMaxRoots = 1 << 20, kMaxChildren = 1 << 12;
// A child's entry begins with how far back its record lies; a record has no distance zero.
constexpr std::uint64_t kSkippedMark = 0;

template <class Enum>
bool read_enum(ByteSource& in, Enum& value, Enum count) {
    const std::uint64_t n = in.fixed(1);
    value = static_cast<Enum>(n);
    return n < static_cast<std::uint64_t>(count);
}

// Unsigned, so that nonsense in the file can't overflow.
Score sum(Score score, std::uint64_t difference) {
    return static_cast<Score>(static_cast<std::uint64_t>(score) + difference);
}

void put_pick(std::string& out, const TreePick& pick) {
    put_varint(out, static_cast<std::uint64_t>(pick.place));
    if (pick.place == 0) return;
    put_fixed(out, static_cast<std::uint64_t>(pick.stage), 1);
    if (is_sorted(pick.stage)) put_zigzag(out, pick.score);
}

bool read_pick(ByteSource& in, TreePick& pick) {
    const std::uint64_t place = in.varint();
    if (place > kMaxMoves) return false;
    pick.place = static_cast<int>(place);
    if (place == 0) return true;
    if (!read_enum(in, pick.stage, PickStage::Done)) return false;
    if (is_sorted(pick.stage)) pick.score = static_cast<int>(in.zigzag());
    return true;
}

}  // namespace

std::uint64_t ByteSource::fixed(int size) {
    const std::string_view bytes = take(static_cast<std::size_t>(size));
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
    return value;
}

std::uint64_t ByteSource::varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const std::uint64_t byte = fixed(1);
        value |= (byte & 127) << shift;
        if (byte < 128) return value;
    }
    ok_ = false;
    return 0;
}

std::int64_t ByteSource::zigzag() {
    const std::uint64_t n = varint();
    return static_cast<std::int64_t>(n >> 1) ^ -static_cast<std::int64_t>(n & 1);
}

std::string_view ByteSource::take(std::size_t size) {
    if (size > bytes_.size()) {
        ok_ = false;
        bytes_ = {};
        return {};
    }
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
}

void put_fixed(std::string& out, std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i));
}

void put_varint(std::string& out, std::uint64_t value) {
    for (; value >= 128; value >>= 7) out += static_cast<char>(value | 128);
    out += static_cast<char>(value);
}

void put_zigzag(std::string& out, std::int64_t value) {
    put_varint(out, static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
}

std::string encode(const TreeHeader& header) {
    std::string out;
    put_varint(out, header.fen.size());
    out += header.fen;
    put_fixed(out, header.chess960, 1);
    put_varint(out, static_cast<std::uint64_t>(header.depth));
    put_varint(out, header.node_limit);
    return out;
}

std::optional<TreeHeader> decode_header(std::string_view bytes) {
    ByteSource in(bytes);
    TreeHeader header;
    const std::uint64_t size = in.varint();
    if (size > kMaxFen) return std::nullopt;
    header.fen = in.take(size);
    header.chess960 = in.fixed(1) != 0;
    header.depth = static_cast<int>(in.varint());
    header.node_limit = in.varint();
    if (!in.ok() || in.left() > 0) return std::nullopt;
    return header;
}

std::string encode(const TreeIndex& index) {
    std::string out;
    put_varint(out, index.records);
    put_varint(out, index.nodes);
    put_varint(out, index.roots.size());
    for (const TreeRoot& root : index.roots) {
        put_varint(out, static_cast<std::uint64_t>(root.depth));
        put_varint(out, root.id);
    }
    return out;
}

std::optional<TreeIndex> decode_index(std::string_view bytes) {
    ByteSource in(bytes);
    TreeIndex index;
    index.records = in.varint();
    index.nodes = in.varint();
    const std::uint64_t roots = in.varint();
    if (roots > kMaxRoots) return std::nullopt;
    for (std::uint64_t i = 0; i < roots && in.ok(); ++i) {
        const int depth = static_cast<int>(in.varint());
        index.roots.push_back({depth, in.varint()});
    }
    if (!in.ok() || in.left() > 0) return std::nullopt;
    return index;
}

std::string encode(const TreeNode& node, TreeId id) {
    const NodeEntry& entry = node.entry;
    const bool has_finding = node.finding.rule != Rule::None;
    std::string out;
    unsigned flags = 0;
    const auto set = [&](unsigned bit, bool on) { flags |= on ? bit : 0; };
    set(kQuiescence, entry.quiescence);
    set(kCutNode, entry.cut_node);
    set(kInCheck, node.in_check);
    set(kMade, node.made);
    set(kAbandoned, node.abandoned);
    set(kHasEval, is_valid(node.static_eval));
    set(kHasExcluded, bool(entry.excluded));
    set(kHasFinding, has_finding);
    put_fixed(out, flags, 1);
    put_fixed(out, static_cast<std::uint64_t>(entry.kind), 1);
    put_fixed(out, static_cast<std::uint64_t>(entry.purpose), 1);
    put_fixed(out, node.move.raw(), 2);
    put_varint(out, static_cast<std::uint64_t>(entry.ply));
    put_zigzag(out, entry.depth);
    put_zigzag(out, entry.alpha);
    put_varint(out, static_cast<std::uint64_t>(entry.beta - entry.alpha));
    put_zigzag(out, node.score - entry.alpha);
    if (is_valid(node.static_eval)) put_zigzag(out, node.static_eval);
    if (entry.excluded) put_fixed(out, entry.excluded.raw(), 2);
    if (has_finding) {
        put_fixed(out, static_cast<std::uint64_t>(node.finding.rule), 1);
        put_zigzag(out, node.finding.figure);
        put_zigzag(out, node.finding.limit);
    }
    put_pick(out, node.pick);
    if (node.has_planned_depth()) {
        put_zigzag(out, node.planned.extension);
        put_zigzag(out, node.planned.reduction);
        put_zigzag(out, node.planned.history);
    }
    put_fixed(out, node.best.raw(), 2);
    put_varint(out, node.nodes);
    put_varint(out, node.children.size());
    for (const TreeChild& child : node.children) {
        if (child.skipped) {
            put_varint(out, kSkippedMark);
            put_fixed(out, static_cast<std::uint64_t>(child.rule), 1);
            put_fixed(out, child.move.raw(), 2);
            put_pick(out, child.pick);
        } else {
            put_varint(out, id - child.id);
        }
    }
    return out;
}

std::optional<TreeNode> decode_node(ByteSource& in, TreeId id) {
    TreeNode node;
    NodeEntry& entry = node.entry;
    node.id = id;
    const auto flags = static_cast<unsigned>(in.fixed(1));
    entry.quiescence = flags & kQuiescence;
    entry.cut_node = flags & kCutNode;
    node.in_check = flags & kInCheck;
    node.made = flags & kMade;
    node.abandoned = flags & kAbandoned;
    constexpr NodeKind kKinds{3};
    if (!read_enum(in, entry.kind, kKinds) || !read_enum(in, entry.purpose, Purpose::Count))
        return std::nullopt;
    node.move = Move(static_cast<std::uint16_t>(in.fixed(2)));
    entry.ply = static_cast<int>(in.varint());
    entry.depth = static_cast<int>(in.zigzag());
    entry.alpha = static_cast<Score>(in.zigzag());
    entry.beta = sum(entry.alpha, in.varint());
    node.score = sum(entry.alpha, static_cast<std::uint64_t>(in.zigzag()));
    if (flags & kHasEval) node.static_eval = static_cast<Score>(in.zigzag());
    if (flags & kHasExcluded) entry.excluded = Move(static_cast<std::uint16_t>(in.fixed(2)));
    if (flags & kHasFinding) {
        if (!read_enum(in, node.finding.rule, Rule::Count)) return std::nullopt;
        node.finding.figure = static_cast<int>(in.zigzag());
        node.finding.limit = static_cast<int>(in.zigzag());
    }
    if (!read_pick(in, node.pick)) return std::nullopt;
    if (node.has_planned_depth()) {
        node.planned.extension = static_cast<int>(in.zigzag());
        node.planned.reduction = static_cast<int>(in.zigzag());
        node.planned.history = static_cast<int>(in.zigzag());
    }
    node.best = Move(static_cast<std::uint16_t>(in.fixed(2)));
    node.nodes = in.varint();
    const std::uint64_t children = in.varint();
    if (!in.ok() || children > kMaxChildren) return std::nullopt;
    for (std::uint64_t i = 0; i < children; ++i) {
        TreeChild child;
        const std::uint64_t back = in.varint();
        if (back == kSkippedMark) {
            child.skipped = true;
            if (!read_enum(in, child.rule, Rule::Count)) return std::nullopt;
            child.move = Move(static_cast<std::uint16_t>(in.fixed(2)));
            if (!read_pick(in, child.pick)) return std::nullopt;
        } else {
            if (back > id) return std::nullopt;
            child.id = id - back;
        }
        node.children.push_back(child);
    }
    if (!in.ok()) return std::nullopt;
    return node;
}

TreeWriter::TreeWriter(const std::string& path, const TreeHeader& header) : path_(path) {
    auto created = DraftFile::create(path);
    if (created)
        file_.emplace(std::move(*created));
    else
        failure_ = created.error();
    write(kTreeMagic);
    write_chunk(encode(header));
}

void TreeWriter::write(std::string_view bytes) {
    offset_ += bytes.size();
    if (!failure_.empty()) return;
    if (const auto written = file_->write(bytes); !written) failure_ = written.error();
}

void TreeWriter::write_chunk(std::string_view bytes) {
    std::string head;
    put_fixed(head, bytes.size(), 4);
    put_fixed(head, crc32c(bytes.data(), bytes.size()), 4);
    write(head);
    write(bytes);
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
    write(trailer);
    write(kTreeEnd);
    if (failure_.empty())
        if (const auto placed = file_->commit(); !placed) failure_ = placed.error();
    if (!failure_.empty()) return Error{"can't write " + path_ + ": " + failure_};
    return index_;
}

Result<TreeReader> TreeReader::open(const std::string& path) {
    TreeReader reader;
    reader.path_ = path;
    auto file = open_input(path);
    if (!file) return Error{file.error()};
    reader.in_ = std::move(*file);
    reader.in_.seekg(0, std::ios::end);
    const auto size = static_cast<std::uint64_t>(std::max<std::streamoff>(reader.in_.tellg(), 0));
    std::string magic(kTreeMagic.size(), '\0'), trailer(kTrailerSize, '\0');
    reader.in_.seekg(0);
    reader.in_.read(magic.data(), static_cast<std::streamsize>(magic.size()));
    if (magic != kTreeMagic && magic.starts_with(kAnyVersion))
        return Error{path + " was recorded by another version; record it again"};
    if (magic != kTreeMagic) return Error{path + " is not a recorded tree"};
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
    if (!parse_fen(parsed_header->fen)) return Error{path + " is damaged: its position can't be read"};
    reader.header_ = *parsed_header;
    reader.index_ = *parsed_index;
    reader.first_block_ = kTreeMagic.size() + kChunkHead + header->size();
    const std::uint64_t blocks = (reader.bytes_ + kBlockSize - 1) / kBlockSize;
    if (reader.bytes_ > size || reader.first_block_ + reader.bytes_ + blocks * kChunkHead != index_at)
        return Error{path + " is damaged: the records don't fill the file"};
    return reader;
}

ScoreScale TreeReader::scale() const { return ScoreScale(*parse_fen(header_.fen)); }

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
