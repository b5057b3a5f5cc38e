#include "util/text.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace stillpoint {

std::string format(const char* pattern, ...) {
    va_list arguments, again;
    va_start(arguments, pattern);
    va_copy(again, arguments);
    const int size = std::vsnprintf(nullptr, 0, pattern, arguments);
    va_end(arguments);
    std::string text(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
    std::vsnprintf(text.data(), text.size() + 1, pattern, again);
    va_end(again);
    return text;
}

std::string collapse_space(std::string_view text) {
    std::string out;
    bool gap = false;
    for (char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= ' ' || byte == 0x7F) {
            gap = !out.empty();
            continue;
        }
        if (gap) out += ' ';
        gap = false;
        out += c;
    }
    return out;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t kMost = 40;
    std::string out = "'";
    for (char c : text.substr(0, kMost)) out += c >= ' ' && c <= '~' ? c : '?';
    return out + (text.size() > kMost ? "...'" : "'");
}

// Not by std::from_chars: some standard libraries have it for whole numbers only.
std::optional<double> parse_decimal(std::string_view text) {
    const bool plain = text.find_first_not_of("0123456789.-") == text.npos && !text.empty();
    const std::string copy(text);
    char* end = nullptr;
    const double number = std::strtod(copy.c_str(), &end);
    if (!plain || end != copy.c_str() + copy.size()) return std::nullopt;
    return number;
}

std::optional<Milliseconds> parse_duration(std::string_view text) {
    const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789."));
    const auto number = parse_decimal(digits);
    if (!number) return std::nullopt;
    const std::string_view unit = text.substr(digits.size());
    for (const auto& [name, factor] :
         {std::pair{"", 1e3}, {"s", 1e3}, {"ms", 1.0}, {"m", 6e4}, {"min", 6e4}, {"h", 3.6e6}})
        if (unit == name) {
            const double milliseconds = *number * factor;
            if (milliseconds < 1 || milliseconds > 1e12) return std::nullopt;
            return static_cast<Milliseconds>(milliseconds);
        }
    return std::nullopt;
}

std::string short_count(std::uint64_t number) {
    const double value = static_cast<double>(number);
    char text[32];
    if (number < 10'000)
        std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(number));
    else if (number < 1'000'000)
        std::snprintf(text, sizeof text, "%.0f k", value / 1e3);
    else if (number < 1'000'000'000)
        std::snprintf(text, sizeof text, "%.2f M", value / 1e6);
    else
        std::snprintf(text, sizeof text, "%.2f G", value / 1e9);
    return text;
}

std::string short_time(std::int64_t milliseconds) {
    const std::int64_t seconds = milliseconds / 1000;
    char text[40];
    if (seconds >= 3600)
        std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", static_cast<long long>(seconds / 3600),
                      static_cast<long long>(seconds / 60 % 60), static_cast<long long>(seconds % 60));
    else
        std::snprintf(text, sizeof text, "%lld:%02lld", static_cast<long long>(seconds / 60),
                      static_cast<long long>(seconds % 60));
    return text;
}

}  // namespace stillpoint
