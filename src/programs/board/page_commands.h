#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stillpoint {

// What the engine is to be told when a page sends this line, or nothing if pages may not. They search and
// ask; what reads or writes files of this machine stays with those who sit at it. The one file a page gets is
// `tree_file`, for the tree it records: it says `trace depth N [nodes M]` and `trace export json ...`.
std::optional<std::string> line_for_engine(std::string_view line, const std::string& tree_file);

}  // namespace stillpoint
