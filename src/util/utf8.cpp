#include "util/utf8.h"

#include <cstdint>

namespace stillpoint {

namespace {

unsigned char byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

// Those of ASCII, and the 32 that follow it.
bool starts_with_control(std::string_view text) {
    const unsigned char first = byte_at(text, 0);
    if (first < 0x80) return first < ' ' || first == 0x7f;
    return first == 0xc2 && byte_at(text, 1) < 0xa0;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
    const unsigned char first = byte_at(text, 0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
    std::uint32_t code = first & (0xffu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte_at(text, i) & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte_at(text, i) & 0x3fu);
    }
    // Longer than needed, half of a surrogate pair, or beyond the last character.
    const std::uint32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
    return code >= least && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? length : 0;
}

std::string to_utf8(std::string_view text) {
    if (is_utf8(text)) return std::string(text);
    std::string out;
    for (char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            out += c;
        } else {
            out += static_cast<char>(0xc0 | byte >> 6);
            out += static_cast<char>(0x80 | (byte & 0x3f));
        }
    }
    return out;
}

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0 || starts_with_control(text)) {
            out += '?';
            text.remove_prefix(1);
        } else {
            out += text.substr(0, length);
            text.remove_prefix(length);
        }
    }
    return out;
}

}  // namespace stillpoint
