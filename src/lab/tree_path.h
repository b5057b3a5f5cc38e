#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/tree_reader.h"

namespace stillpoint::lab {

// How a child is called in a path: its move ("e2e4"), or what was searched instead ("null", "verification",
// "razoring", "singular"). A move searched several times: "e2e4/1" is the first time, plain "e2e4" the last.
// Tries of ProbCut are "e4d5:probcut".
std::string step_name(const TreeNode& child, const TreeHeader& header);

// The node at the end of a path from the last root window, or from the last one of an iteration ("depth=7"),
// or from any node ("id=4711").
Result<TreeNode> find_node(TreeReader& reader, const std::vector<std::string_view>& path);

std::string move_text(Move move, const TreeHeader& header);

}  // namespace stillpoint::lab
