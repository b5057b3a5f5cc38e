#pragma once

#include <string_view>

namespace stillpoint {

// Whether a page may send this line to the engine. Pages search and ask; what reads or writes files of
// this machine stays with those who sit at it.
bool page_may_send(std::string_view line);

}  // namespace stillpoint
