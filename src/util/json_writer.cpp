#include "util/json_writer.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace stillpoint {

JsonWriter& JsonWriter::key(std::string_view name) {
    separate();
    quote(name);
    text_ += ':';
    after_key_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    separate();
    quote(text);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    if (!std::isfinite(number)) return null();
    char digits[40];
#ifdef __cpp_lib_to_chars
    const auto written = std::to_chars(digits, digits + sizeof digits, number);
    return raw(std::string_view(digits, static_cast<std::size_t>(written.ptr - digits)));
#else
    // Not every library can do that yet. This is longer, but reads back as the same number.
    const int length = std::snprintf(digits, sizeof digits, "%.17g", number);
    return raw(std::string_view(digits, static_cast<std::size_t>(length)));
#endif
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    text_ += bracket;
    has_members_.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    text_ += bracket;
    has_members_.pop_back();
    return *this;
}

JsonWriter& JsonWriter::raw(std::string_view text) {
    separate();
    text_ += text;
    return *this;
}

void JsonWriter::separate() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (has_members_.empty()) return;
    if (has_members_.back()) text_ += ',';
    has_members_.back() = true;
}

void JsonWriter::quote(std::string_view text) {
    text_ += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            text_ += '\\';
            text_ += c;
        } else if (static_cast<unsigned char>(c) < ' ') {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
            text_ += code;
        } else {
            text_ += c;
        }
    }
    text_ += '"';
}

}  // namespace stillpoint
