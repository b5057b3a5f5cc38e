#pragma once

#include <string>
#include <string_view>
#include <vector>

// Lists of words and what they mean, for people to read.
namespace stillpoint {

// "go depth 12" -> "go".
inline std::string_view first_word(std::string_view line) { return line.substr(0, line.find(' ')); }

// The text in lines of at most 80 columns, each after `indent` spaces; the first one starts without them.
// Lines that it has already stay apart.
std::string wrapped(std::string_view text, int indent);

// A list of names and what they mean, in two columns of at most 80 together; a meaning that has no room
// beside a long name stands below it.
struct TextRow {
    std::string name, meaning;
};
std::string two_columns(const std::vector<TextRow>& rows);

}  // namespace stillpoint
