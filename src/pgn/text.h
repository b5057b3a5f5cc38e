#pragma once

#include <string>
#include <string_view>

namespace stillpoint::pgn {

// Valid UTF-8 stays as it is; anything else is taken for Latin-1, which is what old databases hold.
std::string to_utf8(std::string_view text);

// Without space at the ends, and with single spaces for runs of white space and control characters: where a
// comment was wrapped says nothing, and written files are wrapped anew.
std::string collapse_space(std::string_view text);

}  // namespace stillpoint::pgn
