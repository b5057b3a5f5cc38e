#include "util/terminal.h"

#include <algorithm>
#include <cstdlib>

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stillpoint {

namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

bool locale_is_unicode() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const std::string_view value = environment(name);
        if (value.empty()) continue;
        for (std::string_view sign : {"UTF-8", "utf-8", "UTF8", "utf8"})
            if (value.find(sign) != std::string_view::npos) return true;
        return false;
    }
    return false;
}

// The end of the character or colour sequence that begins at `at`, and whether it takes a column.
std::size_t next_character(std::string_view text, std::size_t at, bool& visible) {
    visible = true;
    if (text[at] == '\x1b') {
        visible = false;
        while (at < text.size() && text[at] != 'm') ++at;
        return std::min(at + 1, text.size());
    }
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    return at;
}

}  // namespace

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0 && environment("TERM") != "dumb"; }

bool is_pipe(std::FILE* stream) {
    struct stat info {};
    return fstat(fileno(stream), &info) == 0 && (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode));
}

bool reader_is_gone(std::FILE* stream) {
    pollfd reader{.fd = fileno(stream), .events = 0, .revents = 0};
    return std::ferror(stream) != 0 || (poll(&reader, 1, 0) == 1 && (reader.revents & POLLERR) != 0);
}

TerminalStyle detect_style(std::FILE* stream) {
    TerminalStyle style;
    if (!is_terminal(stream)) return style;
    style.colour = environment("NO_COLOR").empty();
    style.unicode = locale_is_unicode();
    winsize size{};
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        style.width = size.ws_col;
        style.height = size.ws_row;
    } else if (const int columns = std::atoi(std::string(environment("COLUMNS")).c_str()); columns > 0) {
        style.width = columns;
    }
    return style;
}

int display_width(std::string_view text) {
    int width = 0;
    bool visible = false;
    for (std::size_t i = 0; i < text.size();) {
        i = next_character(text, i, visible);
        width += visible;
    }
    return width;
}

std::string fit_width(std::string_view text, int columns, bool unicode) {
    if (display_width(text) <= columns) return std::string(text);
    const std::string_view mark = unicode ? "…" : "...";
    const int room = columns - display_width(mark);
    if (room < 0) return {};
    std::string out;
    int width = 0;
    bool visible = false, coloured = false;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = next_character(text, i, visible);
        if (visible && width == room) break;
        width += visible;
        coloured |= !visible;
        out += text.substr(i, end - i);
        i = end;
    }
    out += mark;
    return coloured ? out + "\x1b[0m" : out;
}

void LiveBlock::draw(std::string_view lines, int height) {
    std::string out;
    if (!hidden_) out += "\x1b[?25l";
    hidden_ = true;
    if (drawn_ > 0) out += "\x1b[" + std::to_string(drawn_) + 'A';
    drawn_ = 0;
    while (!lines.empty() && drawn_ + 1 < height) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        out += '\r';
        out += lines.substr(0, end);
        out += "\x1b[K\n";
        ++drawn_;
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    out += "\x1b[J";  // removes what a longer drawing left below
    std::fwrite(out.data(), 1, out.size(), stream_);
    std::fflush(stream_);
}

void LiveBlock::finish() {
    if (!hidden_) return;
    hidden_ = false;
    drawn_ = 0;
    std::fputs("\x1b[?25h", stream_);
    std::fflush(stream_);
}

}  // namespace stillpoint
