#pragma once

#include <string>
#include <string_view>

namespace stillpoint {

// The text as one line of valid UTF-8: whatever is neither becomes '?'. Programs that read us may stumble
// over anything else, and what we print can contain what we were sent.
std::string printable(std::string_view text);

}  // namespace stillpoint
