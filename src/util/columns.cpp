#include "util/columns.h"

#include <algorithm>

namespace stillpoint {

std::string wrapped(std::string_view text, int indent) {
    constexpr std::size_t kWidth = 80;
    const auto margin = static_cast<std::size_t>(indent);
    std::string out;
    std::size_t column = margin;
    bool at_start = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const bool breaks = end < text.size() && text[end] == '\n';
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!at_start && column + 1 + word.size() > kWidth) {
            out += '\n' + std::string(margin, ' ');
            column = margin;
        } else if (!at_start) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
        at_start = breaks;
        if (!breaks) continue;
        out += '\n' + std::string(text.empty() ? 0 : margin, ' ');
        column = margin;
    }
    return out;
}

std::string two_columns(const std::vector<TextRow>& rows) {
    constexpr std::size_t kWidestName = 22;
    std::size_t width = 0;
    for (const TextRow& row : rows)
        if (row.name.size() <= kWidestName) width = std::max(width, row.name.size());
    const std::size_t column = width + 4;
    std::string out;
    for (const TextRow& row : rows) {
        out += "  " + row.name;
        if (!row.meaning.empty()) {
            if (row.name.size() > width)
                out += '\n' + std::string(column, ' ');
            else
                out += std::string(column - 2 - row.name.size(), ' ');
            out += wrapped(row.meaning, static_cast<int>(column));
        }
        out += '\n';
    }
    return out;
}

}  // namespace stillpoint
