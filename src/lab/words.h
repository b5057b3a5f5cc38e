#pragma once

#include <string_view>
#include <vector>

#include "util/numbers.h"

namespace stillpoint::lab {

using Words = std::vector<std::string_view>;

}  // namespace stillpoint::lab
