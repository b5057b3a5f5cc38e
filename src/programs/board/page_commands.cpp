#include "programs/board/page_commands.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace stillpoint {

namespace {

constexpr std::string_view kCommands[] = {"uci", "isready", "ucinewgame", "setoption", "position",
                                          "go",  "stop",    "ponderhit",  "eval",      "d",
                                          "fen", "moves",   "stats"};
// As UciOptions compares names: without case, spaces and underscores.
constexpr std::string_view kFileOptions[] = {"debuglogfile", "evalfile", "syzygypath"};

template <class Range>
bool contains(const Range& range, std::string_view word) {
    return std::find(std::begin(range), std::end(range), word) != std::end(range);
}

std::string_view without_leading_spaces(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

// Reads the line as Uci::on_setoption does, so that nothing slips past under another spelling.
bool sets_no_file(std::string_view line) {
    constexpr std::string_view kStart = "setoption name ";
    if (line.substr(0, kStart.size()) != kStart) return false;
    line.remove_prefix(kStart.size());
    std::string name;
    for (char c : line.substr(0, line.find(" value")))
        if (c != '_' && !std::isspace(static_cast<unsigned char>(c)))
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return !contains(kFileOptions, name);
}

}  // namespace

bool page_may_send(std::string_view line) {
    if (line.find_first_of(std::string_view("\n\r\0", 3)) != std::string_view::npos) return false;
    line = without_leading_spaces(line);
    const std::string_view command = line.substr(0, line.find_first_of(" \t"));
    if (!contains(kCommands, command)) return false;
    return command != "setoption" || sets_no_file(line);
}

}  // namespace stillpoint
