#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stillpoint {

// How many bytes the UTF-8 character at the start of the text has; 0 if it is not well formed. The text must
// not be empty.
std::size_t utf8_length(std::string_view text);

// Keeps valid UTF-8 as it is; anything else is taken for Latin-1, as old databases use.
std::string to_utf8(std::string_view text);

// The text as one line of valid UTF-8, with '?' for broken bytes and control characters: other programs read
// what we print, and it can contain what we were sent.
std::string printable(std::string_view text);

}  // namespace stillpoint
