#pragma once

#include <string_view>

namespace stillpoint {

// How long browsers may keep what they get at this path (the Cache-Control header). The network is named by
// its checksum, so it never changes; everything else is asked for again.
std::string_view cache_rule(std::string_view path);

}  // namespace stillpoint
