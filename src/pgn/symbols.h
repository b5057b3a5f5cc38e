#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stillpoint::pgn {

// The result a word at the end of a game means, in one of the four standard forms; nothing if it means none.
std::optional<std::string_view> read_result(std::string_view word);

// The number of an annotation written as a symbol ("!?", "+-", the typographic ones); nothing if it is not
// one.
std::optional<int> read_annotation(std::string_view word);

// How people write annotation n after a move: "!", "??", ...; empty if there is no common sign.
std::string_view annotation_sign(int nag);

}  // namespace stillpoint::pgn
