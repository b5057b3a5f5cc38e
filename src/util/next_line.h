#pragma once

#include <istream>
#include <string>

namespace stillpoint {

// The next line of a text file somebody named, without its end. Such a file may be anything: a line beyond
// the limit ends the reading, because no text goes on like that and a device would fill the memory.
inline constexpr std::size_t kMaxFileLine = std::size_t{1} << 20;
bool next_line(std::istream& in, std::string& line, std::size_t max_line = kMaxFileLine);

}  // namespace stillpoint
