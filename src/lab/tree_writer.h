#pragma once

#include <fstream>
#include <string>

#include "lab/tree_codec.h"
#include "util/result.h"

namespace stillpoint::lab {

// Streams a tree to a file; holds back no more than one block.
class TreeWriter {
public:
    TreeWriter(const std::string& path, const TreeHeader& header);

    TreeId add(const TreeNode& node);
    void add_root(TreeRoot root) { index_.roots.push_back(root); }
    // Writes the rest. The file is complete only after this; says what went wrong if it could not be written.
    Result<TreeIndex> finish(std::uint64_t nodes);

private:
    void write_chunk(std::string_view bytes);

    std::string path_;
    std::ofstream out_;
    std::string block_;
    TreeIndex index_;
    TreeId end_ = 0;  // of the records so far
    std::uint64_t offset_ = 0;
};

}  // namespace stillpoint::lab
