#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace stillpoint {

// A JSON string, quotes included. For the few commands that must work in a build without a JSON library.
inline std::string json_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        char code[8];
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < ' ') {
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
            out += code;
        } else {
            out += c;
        }
    }
    return out + '"';
}

}  // namespace stillpoint
