#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>

namespace stillpoint::pgn {

// The text of one game, not yet understood.
struct RawGame {
    std::string text;
    std::uint64_t number = 0;  // in the file, from 1
    std::uint64_t line = 0;    // of the file, where the game begins; from 1
    std::uint64_t end = 0;     // bytes of the file read up to the end of this game
    bool too_long = false;     // the text is only the beginning
    bool at_end = false;       // nothing follows in the file: it may have been cut off
};

// Cuts a stream into games, however broken they are: only one game at a time is in memory. Games begin with a
// tag at the beginning of a line, or after a result; a comment that was never closed ends where the next
// game's [Event tag begins.
class Splitter {
public:
    explicit Splitter(std::istream& in, std::size_t max_game = std::size_t{16} << 20)
        : in_(in), max_game_(max_game) {}

    std::optional<RawGame> next();

private:
    // Both look ahead in the stream without taking anything from it.
    bool at_end() { return !fill(1); }
    bool follows(std::string_view text);
    bool fill(std::size_t bytes);
    char peek() const { return buffer_[begin_]; }
    char take();
    void skip_line();
    void skip_space();
    bool is_tag_here();

    std::istream& in_;
    const std::size_t max_game_;
    std::string buffer_;
    std::size_t begin_ = 0;
    std::uint64_t line_ = 1;
    std::uint64_t taken_ = 0;
    std::uint64_t games_ = 0;
    bool line_start_ = true;
};

}  // namespace stillpoint::pgn
