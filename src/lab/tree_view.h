#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/tree_file.h"

// Finding nodes of a recorded tree and showing them.
namespace stillpoint::lab {

// A child's name in a path: its move ("e2e4"), or what was searched instead ("null", "verification",
// "razoring", "singular"). Of a move searched several times, "e2e4/1" is the first search and plain "e2e4"
// the last. Tries of ProbCut are "e4d5:probcut".
std::string step_name(const TreeNode& child, const TreeHeader& header);

// The node at the end of a path from the last root window, or from the last one of an iteration ("depth=7"),
// or from any node ("id=4711").
Result<TreeNode> find_node(TreeReader& reader, const std::vector<std::string_view>& path);

std::string move_text(Move move, const TreeHeader& header);

// A node with its children, one line each, for a terminal.
Result<std::string> tree_text(TreeReader& reader, const TreeNode& node);

// A node and `levels` levels below it, at most `max_nodes` nodes. Nodes whose children are left out say how
// many there are; they can be asked for by their id.
Result<std::string> tree_json(TreeReader& reader, const TreeNode& node, int levels, int max_nodes);

}  // namespace stillpoint::lab
