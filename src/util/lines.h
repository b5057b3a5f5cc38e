#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>

namespace stillpoint {

// Reads the next line of a text file, without its end. Users may name any file: a line beyond the limit ends
// the reading, because no text has such lines and a device would fill the memory.
inline constexpr std::size_t kMaxFileLine = std::size_t{1} << 20;
bool next_line(std::istream& in, std::string& line, std::size_t max_line = kMaxFileLine);
// After next_line() returned false: why there is more that wasn't read; null if that was all.
const char* why_cut_short(const std::istream& in);

// Reads lines from a file descriptor, whatever they contain. A line beyond the limit is cut off and marked,
// so that it cannot fill the memory.
class LineReader {
public:
    explicit LineReader(int fd, std::size_t max_line = std::size_t{4} << 20) : fd_(fd), max_line_(max_line) {}

    struct Line {
        std::string text;  // without line end
        bool was_cut = false;
    };
    // Nothing at the end of input. A last line without a line end counts.
    std::optional<Line> next();

private:
    int get();

    int fd_;
    std::size_t max_line_;
    std::string buffer_ = std::string(65536, '\0');
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace stillpoint
