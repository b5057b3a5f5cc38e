#pragma once

#include <string>

namespace stillpoint {

// What printf would print, as a text.
std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

}  // namespace stillpoint
