#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "util/result.h"

namespace stillpoint {

// Writes the parts to a new file beside the named one, waits for the disk, then puts it in its place: whoever
// opens the file finds the old content or the new, never half of it. Nothing else is touched: the name beside
// it is one nobody had, and what is replaced must be an ordinary file, no device and no link. Returns the
// bytes written, or the reason alone.
Result<std::size_t> replace_file(const std::string& path, std::initializer_list<std::string_view> parts);

}  // namespace stillpoint
