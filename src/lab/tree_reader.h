#pragma once

#include <fstream>
#include <map>
#include <string>

#include "lab/tree_codec.h"
#include "util/result.h"

namespace stillpoint::lab {

// Reads a recorded tree, record by record, from anywhere in the file. What is damaged is reported, never
// believed.
class TreeReader {
public:
    static Result<TreeReader> open(const std::string& path);

    const TreeHeader& header() const { return header_; }
    const TreeIndex& index() const { return index_; }
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
