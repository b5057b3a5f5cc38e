#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace stillpoint {

// The whole text as a number within the limits, or nothing.
template <class Number>
std::optional<Number> parse_number(std::string_view text, Number min, Number max) {
    Number n{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end != text.data() + text.size() || n < min || n > max) return std::nullopt;
    return n;
}

}  // namespace stillpoint
