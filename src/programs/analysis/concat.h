#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace stillpoint {

// Texts one after the other. Beside being shorter than a chain of plus signs, it keeps g++ 12 from seeing
// overlapping copies in "text" + std::string() where there are none (its bug 105651).
inline std::string concat(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (std::string_view part : parts) text += part;
    return text;
}

}  // namespace stillpoint
