#include "uci/options.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace stillpoint {

namespace {

std::string folded(std::string_view name) {
    std::string out;
    for (char c : name)
        if (c != ' ' && c != '_') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::string type_name(UciOption::Type type) {
    switch (type) {
        case UciOption::Type::Check: return "check";
        case UciOption::Type::Spin: return "spin";
        case UciOption::Type::Combo: return "combo";
        case UciOption::Type::Button: return "button";
        case UciOption::Type::String: return "string";
    }
    return "";
}

}  // namespace

void UciOptions::add_announced(UciOption option) {
    const std::size_t at = std::min(first_hidden_, options_.size());
    options_.insert(options_.begin() + static_cast<std::ptrdiff_t>(at), std::move(option));
    if (first_hidden_ < options_.size()) ++first_hidden_;
}

const UciOption* UciOptions::find(std::string_view name) const {
    const std::string wanted = folded(name);
    for (const UciOption& option : options_)
        if (folded(option.name) == wanted) return &option;
    return nullptr;
}

std::vector<UciOption> UciOptions::shown() const {
    const std::size_t count = std::min(first_hidden_, options_.size());
    return {options_.begin(), options_.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::vector<std::string> UciOptions::announcements() const {
    std::vector<std::string> lines;
    const std::size_t shown = announces_hidden_ ? options_.size() : std::min(first_hidden_, options_.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const UciOption& option = options_[i];
        std::string line = "option name " + option.name + " type " + type_name(option.type);
        if (option.type != UciOption::Type::Button)
            line +=
                " default " + (option.default_value.empty() ? std::string("<empty>") : option.default_value);
        if (option.type == UciOption::Type::Spin)
            line += " min " + std::to_string(option.min) + " max " + std::to_string(option.max);
        for (const std::string& choice : option.choices) line += " var " + choice;
        lines.push_back(line);
    }
    return lines;
}

Result<std::string> UciOptions::set(const UciOption& option, std::string_view value) {
    std::string text(value == "<empty>" ? std::string_view() : value);
    switch (option.type) {
        case UciOption::Type::Check:
            text = folded(text);
            if (text != "true" && text != "false") return Error{"expected true or false"};
            break;
        case UciOption::Type::Spin: {
            std::int64_t number = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            if (error != std::errc() || end != text.data() + text.size() || number < option.min ||
                number > option.max)
                return Error{"expected a number from " + std::to_string(option.min) + " to " +
                             std::to_string(option.max)};
            break;
        }
        case UciOption::Type::Combo: {
            const auto choice = std::find_if(option.choices.begin(), option.choices.end(),
                                             [&](const std::string& c) { return folded(c) == folded(text); });
            if (choice == option.choices.end()) return Error{"not one of the allowed values"};
            text = *choice;
            break;
        }
        case UciOption::Type::Button:
        case UciOption::Type::String: break;
    }
    return option.apply(text);
}

}  // namespace stillpoint
