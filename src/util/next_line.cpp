#include "util/next_line.h"

namespace stillpoint {

bool next_line(std::istream& in, std::string& line, std::size_t max_line) {
    line.clear();
    if (!in) return false;
    // Not through the buffer: a folder can be opened, and reading it throws there.
    for (int c = in.get(); c != '\n'; c = in.get()) {
        if (c == std::istream::traits_type::eof()) return !line.empty();
        if (line.size() == max_line) {
            in.setstate(std::ios::failbit);
            return false;
        }
        line += static_cast<char>(c);
    }
    return true;
}

}  // namespace stillpoint
