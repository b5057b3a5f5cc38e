#include "programs/analysis/duration.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace stillpoint {

std::optional<Milliseconds> parse_duration(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    for (const auto& [name, factor] :
         {std::pair{"", 1e3}, {"s", 1e3}, {"ms", 1.0}, {"m", 6e4}, {"min", 6e4}, {"h", 3.6e6}})
        if (unit == name) {
            const double milliseconds = number * factor;
            if (milliseconds < 1 || milliseconds > 1e12) return std::nullopt;
            return static_cast<Milliseconds>(milliseconds);
        }
    return std::nullopt;
}

}  // namespace stillpoint
