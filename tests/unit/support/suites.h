#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stillpoint::test {

// The project's own data, which is always there.
inline std::filesystem::path data_file(std::string_view name) {
    return std::filesystem::path(STILLPOINT_SOURCE_DIR) / "tests" / "data" / name;
}

// Data from elsewhere, beside the checkout on some machines: an extra, on which no test may depend.
inline std::filesystem::path suite_file(std::string_view name) {
    return std::filesystem::path(STILLPOINT_SHARED_DIR) / "suites" / name;
}

// Those of the named files that are there: a test with them as its parameters exists only where they do.
inline std::vector<std::filesystem::path> extra_suites(std::initializer_list<std::string_view> names) {
    std::vector<std::filesystem::path> found;
    for (std::string_view name : names)
        if (std::filesystem::exists(suite_file(name))) found.push_back(suite_file(name));
    return found;
}

// The lines that are neither empty nor comments (#).
inline std::vector<std::string> read_lines(const std::filesystem::path& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("can't read " + path.string());
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (!line.empty() && line[0] != '#') lines.push_back(line);
    }
    return lines;
}

inline std::vector<std::string> split(std::string_view line, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = line.find(separator);
        parts.emplace_back(line.substr(0, end));
        if (end == std::string_view::npos) return parts;
        line.remove_prefix(end + 1);
    }
}

struct PerftEntry {
    std::string fen;
    std::vector<std::pair<int, std::uint64_t>> nodes;  // by depth, rising; not every depth need be there
};

// "FEN ;D1 20 ;D2 400 ..."
inline std::vector<PerftEntry> read_perft_suite(const std::filesystem::path& path) {
    std::vector<PerftEntry> entries;
    for (const std::string& line : read_lines(path)) {
        const std::vector<std::string> parts = split(line, ';');
        PerftEntry entry;
        entry.fen = parts[0];
        for (std::size_t i = 1; i < parts.size(); ++i) {
            const std::size_t space = parts[i].find(' ');
            if (parts[i][0] != 'D' || space == std::string::npos)
                throw std::runtime_error("no depth: " + line);
            entry.nodes.emplace_back(std::stoi(parts[i].substr(1)), std::stoull(parts[i].substr(space)));
        }
        if (entry.nodes.empty()) throw std::runtime_error("no counts: " + line);
        entries.push_back(entry);
    }
    return entries;
}

// Named cases, and positions of random games in each variant (scripts/make-perft-suite).
inline constexpr std::string_view kPerftSuites[] = {"perft.epd", "perft_standard.epd", "perft_960.epd",
                                                    "perft_dfrc.epd"};

// All named cases and every `stride`-th of the others.
inline std::vector<std::string> suite_fens(std::size_t stride) {
    std::vector<std::string> fens;
    for (std::string_view name : kPerftSuites) {
        const std::vector<PerftEntry> entries = read_perft_suite(data_file(name));
        for (std::size_t i = 0; i < entries.size(); i += name == kPerftSuites[0] ? 1 : stride)
            fens.push_back(entries[i].fen);
    }
    return fens;
}

}  // namespace stillpoint::test
