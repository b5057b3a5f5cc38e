#pragma once

#include <optional>
#include <string_view>

#include "search/limits.h"

namespace stillpoint {

// "500ms", "5s", "2.5", "3m", "1h"; seconds where no unit is given. Nothing if it is no positive duration.
std::optional<Milliseconds> parse_duration(std::string_view text);

}  // namespace stillpoint
