#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "util/result.h"

namespace stillpoint {

// Writes the parts to a new file beside the named one, waits for the disk, then renames it: a reader finds
// the old content or the new, never half of it. Nothing else is touched: the new file takes an unused name,
// and only an ordinary file is replaced, never a device or a link. Returns the bytes written; the error is
// the reason alone, without the path.
Result<std::size_t> replace_file(const std::string& path, std::initializer_list<std::string_view> parts);

}  // namespace stillpoint
