#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace stillpoint {

// What the output can show.
struct TerminalStyle {
    bool colour = false;
    bool unicode = true;
    int width = 80;
    int height = 24;
};

bool is_terminal(std::FILE* stream);
bool is_pipe(std::FILE* stream);

// Whether what is written to the stream reaches nobody any more: the other end of its pipe is closed.
bool reader_is_gone(std::FILE* stream);

// Looks at the terminal and at NO_COLOR, TERM, COLUMNS and the locale. Without a terminal: no colour, 80
// columns, Unicode.
TerminalStyle detect_style(std::FILE* stream);

// Columns a text takes: its UTF-8 characters without colour sequences. All the signs we use are one column
// wide.
int display_width(std::string_view text);
// Cuts the text to `columns`, ending in "..." (or the one-column ellipsis) if something was cut off.
std::string fit_width(std::string_view text, int columns, bool unicode);

// Redraws a block of lines in place, without flicker, and leaves the last state on the screen.
class LiveBlock {
public:
    explicit LiveBlock(std::FILE* stream) : stream_(stream) {}
    ~LiveBlock() { finish(); }
    LiveBlock(const LiveBlock&) = delete;
    LiveBlock& operator=(const LiveBlock&) = delete;

    // Lines beyond the height of the screen are left out: what has scrolled away can't be redrawn.
    void draw(std::string_view lines, int height);
    // Shows the cursor again; further text goes below.
    void finish();

private:
    std::FILE* stream_;
    int drawn_ = 0;  // lines of the last drawing
    bool hidden_ = false;
};

}  // namespace stillpoint
