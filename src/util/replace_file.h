#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "util/result.h"

namespace stillpoint {

// Writes the parts to a draft (see DraftFile) and puts it in the place of the named file. Returns the bytes
// written; the error is the reason alone, without the path.
Result<std::size_t> replace_file(const std::string& path, std::initializer_list<std::string_view> parts);

}  // namespace stillpoint
