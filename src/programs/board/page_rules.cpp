#include "programs/board/page_rules.h"

#include <algorithm>
#include <cctype>
#include <random>
#include <sstream>
#include <vector>

namespace stillpoint {

namespace {

constexpr std::string_view kOwnNames[] = {"127.0.0.1", "localhost"};

// Takes as long for a nearly right secret as for a wrong one.
bool same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return difference == 0;
}

constexpr std::string_view kCommands[] = {
    "uci",   "isready", "ucinewgame", "setoption", "position", "go",  "stop",    "ponderhit", "eval",
    "probe", "d",       "fen",        "moves",     "stats",    "why", "horizon", "review",    "explain"};
// As UciOptions compares names: without case, spaces and underscores. A folder of tables may be named:
// nothing in it but tables is read, and nothing written.
constexpr std::string_view kFileOptions[] = {"debuglogfile", "evalfile"};

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

std::vector<std::string> words_of(std::string_view line) {
    std::istringstream stream{std::string(line)};
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

std::optional<std::string> trace_line(std::string_view line, const std::string& tree_file) {
    const std::vector<std::string> words = words_of(line);
    if (words.size() >= 3 && words[1] == "export" && words[2] == "json") {
        std::string result = "trace export " + tree_file;
        for (std::size_t i = 2; i < words.size(); ++i) result += ' ' + words[i];
        return result;
    }
    std::string result = "trace";
    for (std::size_t i = 1; i < words.size(); ++i) {
        const bool is_number = words[i].find_first_not_of("0123456789") == std::string::npos;
        if (words[i] != "depth" && words[i] != "nodes" && !is_number) return std::nullopt;
        result += ' ' + words[i];
    }
    return result + " file " + tree_file;
}

}  // namespace

Gate::Gate(int port, std::string token) : port_(std::to_string(port)), token_(std::move(token)) {}

bool Gate::admits(std::string_view host, std::string_view origin) const {
    return std::any_of(std::begin(kOwnNames), std::end(kOwnNames), [&](std::string_view name) {
        const std::string own = std::string(name) + ':' + port_;
        return host == own && (origin.empty() || origin == "http://" + own);
    });
}

bool Gate::knows_secret(std::string_view authorization) const {
    constexpr std::string_view kScheme = "Bearer ";
    return authorization.substr(0, kScheme.size()) == kScheme &&
           same_secret(authorization.substr(kScheme.size()), token_);
}

std::string random_token() {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::random_device device;
    std::string token;
    for (int word = 0; word < 4; ++word) {
        auto bits = static_cast<std::uint32_t>(device());
        for (int digit = 0; digit < 8; ++digit, bits >>= 4) token += kDigits[bits & 15];
    }
    return token;
}

std::optional<std::string> line_for_engine(std::string_view line, const std::string& tree_file) {
    if (line.find_first_of(std::string_view("\n\r\0", 3)) != std::string_view::npos) return std::nullopt;
    line = without_leading_spaces(line);
    const std::string_view command = line.substr(0, line.find_first_of(" \t"));
    if (command == "trace") return trace_line(line, tree_file);
    if (!contains(kCommands, command)) return std::nullopt;
    if (command == "setoption" && !sets_no_file(line)) return std::nullopt;
    if ((command == "horizon" || command == "stats") && contains(words_of(line), "suite"))
        return std::nullopt;
    return std::string(line);
}

std::string_view cache_rule(std::string_view path) {
    constexpr std::string_view kEngineFolder = "/engine/", kEnding = ".nn";
    const bool is_network = path.size() > kEngineFolder.size() + kEnding.size() &&
                            path.substr(0, kEngineFolder.size()) == kEngineFolder &&
                            path.substr(path.size() - kEnding.size()) == kEnding;
    return is_network ? "public, max-age=31536000, immutable" : "no-cache";
}

}  // namespace stillpoint
