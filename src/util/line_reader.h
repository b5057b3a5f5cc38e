#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace stillpoint {

// Lines from a file descriptor, whatever they contain. A line beyond the limit is cut, and says so, instead
// of filling the memory.
class LineReader {
public:
    explicit LineReader(int fd, std::size_t max_line = std::size_t{4} << 20) : fd_(fd), max_line_(max_line) {}

    struct Line {
        std::string text;  // without line end
        bool was_cut = false;
    };
    // Nothing at the end of input. A last line without line end counts.
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
