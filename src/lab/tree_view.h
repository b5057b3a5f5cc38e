#pragma once

#include <string>

#include "lab/tree_reader.h"

namespace stillpoint::lab {

// A node with its children, one line each, for a terminal.
Result<std::string> tree_text(TreeReader& reader, const TreeNode& node);

// A node and `levels` levels below it. Larger answers than `max_nodes` are cut: nodes whose children were
// left out say how many there are, and can be asked for by their id.
Result<std::string> tree_json(TreeReader& reader, const TreeNode& node, int levels, int max_nodes);

}  // namespace stillpoint::lab
