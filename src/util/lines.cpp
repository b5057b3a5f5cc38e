#include "util/lines.h"

#include <cerrno>

#include <unistd.h>

namespace stillpoint {

bool next_line(std::istream& in, std::string& line, std::size_t max_line) {
    line.clear();
    if (!in) return false;
    // Not through the stream's buffer: a folder can be opened, and reading it there would throw.
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

const char* why_cut_short(const std::istream& in) {
    if (in.bad()) return "can't be read; reading ends here";
    return in.fail() && !in.eof() ? "longer than a mebibyte; reading ends here" : nullptr;
}

int LineReader::get() {
    while (begin_ == end_) {
        const ssize_t n = ::read(fd_, buffer_.data(), buffer_.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return -1;
        begin_ = 0;
        end_ = static_cast<std::size_t>(n);
    }
    return static_cast<unsigned char>(buffer_[begin_++]);
}

std::optional<LineReader::Line> LineReader::next() {
    Line line;
    while (true) {
        const int c = get();
        if (c == -1) {
            if (line.text.empty() && !line.was_cut) return std::nullopt;
            return line;
        }
        if (c == '\n') break;
        if (line.text.size() < max_line_)
            line.text += static_cast<char>(c);
        else
            line.was_cut = true;
    }
    if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
    return line;
}

}  // namespace stillpoint
