#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace stillpoint {

// Writes JSON piece by piece and sets the commas itself. For code that must build without a JSON library;
// programs that have one use that.
class JsonWriter {
public:
    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(bool b) { return raw(b ? "true" : "false"); }
    JsonWriter& value(double number);  // null if it is not finite
    JsonWriter& value(std::integral auto number) { return raw(std::to_string(number)); }
    JsonWriter& null() { return raw("null"); }

    template <class Value>
    JsonWriter& field(std::string_view name, const Value& v) {
        return key(name).value(v);
    }

    const std::string& text() const { return text_; }

private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    JsonWriter& raw(std::string_view text);
    void separate();
    void quote(std::string_view text);

    std::string text_;
    std::vector<bool> has_members_;  // of each open bracket
    bool after_key_ = false;
};

}  // namespace stillpoint
