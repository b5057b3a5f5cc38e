#pragma once

#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/stopwatch.h"

namespace stillpoint {

// The words of a command line, without the spaces between them.
using Words = std::vector<std::string_view>;

// What printf would print, as a string.
std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

// Joins the parts. Besides being shorter than a chain of plus signs, it keeps g++ 12 from seeing overlapping
// copies in "text" + std::string() where there are none (its bug 105651).
inline std::string concat(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (std::string_view part : parts) text += part;
    return text;
}

// Trims the text and turns each run of white space and control characters into one space.
std::string collapse_space(std::string_view text);

// For messages about input: 'text', cut off where it is long, with '?' for anything but printable ASCII.
std::string in_quotes(std::string_view text);

// The whole text as a number within the limits, or nothing.
template <class Number>
std::optional<Number> parse_number(std::string_view text, Number min, Number max) {
    Number n{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end != text.data() + text.size() || n < min || n > max) return std::nullopt;
    return n;
}

// The whole text as a number like 12 or 0.5, or nothing.
std::optional<double> parse_decimal(std::string_view text);

// "500ms", "5s", "2.5", "3m", "1h"; seconds if no unit is given. Nothing if it is not a positive duration.
std::optional<Milliseconds> parse_duration(std::string_view text);

// 1234567 -> "1.23 M"; for nodes and speeds.
std::string short_count(std::uint64_t number);
// 83000 ms -> "1:23".
std::string short_time(std::int64_t milliseconds);

}  // namespace stillpoint
