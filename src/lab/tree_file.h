#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "engine/shown_score.h"
#include "search/move_picker.h"
#include "search/node_kind.h"
#include "search/rule.h"
#include "search/score.h"
#include "search/table.h"
#include "search/trace_listener.h"
#include "util/draft_file.h"
#include "util/result.h"

// The recorded tree of a search: its nodes, the file they are kept in, and how it is written and read.
namespace stillpoint::lab {

// Where a record lies in a recorded tree; the name of its node.
using TreeId = std::uint64_t;

// What a node knew of one of its moves when the picker handed it out.
struct TreePick {
    int place = 0;  // 1 for the first; 0: no move of a picker led here
    PickStage stage = PickStage::Done;
    int score = 0;  // what the histories add up to, where the stage sorts (is_sorted)

    bool operator==(const TreePick&) const = default;
};

// How deep the main search then planned to search it.
struct TreeDepth {
    int extension = 0;  // plies
    int reduction = 0;  // 1024ths of a ply
    int history = 0;    // the move's history, as the reduction weighs it

    bool operator==(const TreeDepth&) const = default;
};

// A move a node skipped, or something it searched, which has a record of its own.
struct TreeChild {
    bool skipped = false;
    Move move{};             // of a skipped move
    Rule rule = Rule::None;  // that skipped it
    TreePick pick{};         // of a skipped move
    TreeId id = 0;           // of a searched child
};

// One search of one position. Searching it again, deeper or with a wider window, gives another node.
struct TreeNode {
    TreeId id = 0;
    NodeEntry entry;
    Move move;          // that led here; none at the root and where the position is the parent's
    bool made = false;  // the move was made for this node; searching it again doesn't make it again
    TreePick pick;      // of that move
    TreeDepth planned;  // for that move
    bool in_check = false;
    bool abandoned = false;        // the search was stopped; the score means nothing
    Score static_eval = kNoScore;  // as all scores of a file in search units; tree_view.h shows centipawns
    Score score = 0;
    Finding finding;  // the rule that ended it; none if its moves did
    Move best;
    std::uint64_t nodes = 0;  // moves made below, as the engine counts nodes
    std::vector<TreeChild> children;

    bool is_picked() const { return pick.place > 0; }
    // Quiescence neither extends nor reduces its moves.
    bool has_planned_depth() const { return is_picked() && entry.purpose != Purpose::Forcing; }

    Bound bound() const {
        return score >= entry.beta ? Bound::Lower : score > entry.alpha ? Bound::Exact : Bound::Upper;
    }
};

// What was searched; the file's beginning.
struct TreeHeader {
    std::string fen;
    bool chess960 = false;
    int depth = 0;
    std::uint64_t node_limit = 0;
};

struct TreeRoot {
    int depth = 0;  // of its iteration; the window itself may have been searched less deeply
    TreeId id = 0;
};

// The windows of the iterations, in order, and how much there is; the file's end.
struct TreeIndex {
    std::vector<TreeRoot> roots;
    std::uint64_t records = 0;
    std::uint64_t nodes = 0;
};

// The file, version 2. All numbers are little-endian; a varint has seven bits a byte, low ones first; a
// signed one is zigzag-coded first. docs/lab.md describes it for other readers.
//
//   magic, chunk(header), blocks, chunk(index), trailer
//   chunk   u32 size, u32 crc32c, bytes
//   block   a chunk of kBlockSize bytes; the last one may be shorter. All blocks together are the records.
//   trailer u64 offset of the index chunk, u64 bytes of all records, magic at the end
//
// A node is written when it ends, after its children: nothing has to be held back or patched.
inline constexpr std::string_view kTreeMagic = "SPTREE2\n", kTreeEnd = "SPTREEND";
inline constexpr std::string_view kAnyVersion = "SPTREE";  // how every version's magic begins
inline constexpr std::size_t kBlockSize = 1 << 16;
inline constexpr std::size_t kChunkHead = 8;
inline constexpr std::size_t kTrailerSize = 24;

// Takes fields off the front of bytes. Once they run out, every further field is zero and ok() is false.
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

// Streams a tree to a file; keeps no more than one block in memory.
class TreeWriter {
public:
    TreeWriter(const std::string& path, const TreeHeader& header);

    TreeId add(const TreeNode& node);
    void add_root(TreeRoot root) { index_.roots.push_back(root); }
    // Writes the rest; the file is complete only after this. An error says what could not be written.
    Result<TreeIndex> finish(std::uint64_t nodes);

private:
    void write(std::string_view bytes);
    void write_chunk(std::string_view bytes);

    std::string path_;
    std::optional<DraftFile> file_;
    std::string failure_;  // the first thing that went wrong
    std::string block_;
    TreeIndex index_;
    TreeId end_ = 0;  // of the records so far
    std::uint64_t offset_ = 0;
};

// Reads a recorded tree, record by record, from anywhere in the file. Damage is reported, never taken for
// data.
class TreeReader {
public:
    static Result<TreeReader> open(const std::string& path);

    const TreeHeader& header() const { return header_; }
    const TreeIndex& index() const { return index_; }
    // On which the recorded scores are shown.
    ScoreScale scale() const;
    Result<TreeNode> node(TreeId id);

private:
    TreeReader() = default;
    Result<std::string> read_chunk(std::uint64_t offset, std::uint64_t max_size);
    Result<std::string_view> block(std::uint64_t number);

    std::string path_;
    std::ifstream in_;
    TreeHeader header_;
    TreeIndex index_;
    std::uint64_t first_block_ = 0;
    std::uint64_t bytes_ = 0;  // of all records
    std::map<std::uint64_t, std::string> blocks_;
};

}  // namespace stillpoint::lab
