#pragma once

#include <functional>
#include <string_view>

namespace stillpoint {

// Where a tool's lines go: the tools don't know who reads them.
using Print = std::function<void(std::string_view line)>;

}  // namespace stillpoint
