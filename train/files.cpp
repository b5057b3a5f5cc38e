#include "train/files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "util/input_file.h"
#include "util/replace_file.h"

namespace stillpoint::train {

namespace fs = std::filesystem;

namespace {

bool has_wildcard(const std::string& text) { return text.find_first_of("*?") != std::string::npos; }

// Every existing path that matches the pattern, component by component.
std::vector<fs::path> expand(const fs::path& pattern) {
    std::vector<fs::path> found{fs::path()};
    for (const fs::path& part : pattern) {
        std::vector<fs::path> next;
        for (const fs::path& base : found) {
            std::error_code error;
            if (!has_wildcard(part.string())) {
                if (fs::exists(base / part, error)) next.push_back(base / part);
                continue;
            }
            for (const auto& entry : fs::directory_iterator(base.empty() ? fs::path(".") : base, error))
                if (matches_pattern(entry.path().filename().string(), part.string()))
                    next.push_back(base / entry.path().filename());
        }
        found = std::move(next);
    }
    return found;
}

void add_files(const fs::path& path, std::vector<std::string>& files) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        files.push_back(path.string());
        return;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path, error))
        if (entry.path().extension() == ".spg" && entry.is_regular_file(error))
            files.push_back(entry.path().string());
}

}  // namespace

bool matches_pattern(const std::string& name, const std::string& pattern) {
    // The usual two-pointer walk: on a mismatch, the last star takes one more letter.
    std::size_t n = 0, p = 0, star = std::string::npos, star_n = 0;
    while (n < name.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n]) && pattern[p] != '*') {
            ++n;
            ++p;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            star_n = n;
        } else if (star != std::string::npos) {
            p = star + 1;
            n = ++star_n;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

Result<std::vector<std::string>> find_game_files(const std::vector<std::string>& inputs) {
    std::vector<std::string> files;
    for (const std::string& input : inputs) {
        const std::size_t before = files.size();
        for (const fs::path& path : expand(input)) add_files(path, files);
        if (files.size() == before) return Error{"'" + input + "': no game files there"};
    }
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

Result<std::size_t> write_safely(const std::string& path, std::string_view content) {
    auto written = replace_file(path, {content});
    if (!written) return Error{"'" + path + "': not written: " + written.error()};
    return written;
}

Result<std::string> read_file(const std::string& path) {
    auto in = open_input(path);
    if (!in) return Error{in.error()};
    return std::string(std::istreambuf_iterator<char>(*in), std::istreambuf_iterator<char>());
}

}  // namespace stillpoint::train
