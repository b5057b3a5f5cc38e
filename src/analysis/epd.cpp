#include "analysis/epd.h"

#include <algorithm>

#include "chess/fen.h"
#include "util/text.h"

namespace stillpoint {

namespace {

bool is_space(char c) { return static_cast<unsigned char>(c) <= ' '; }

std::string_view take_word(std::string_view& text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    std::size_t end = 0;
    while (end < text.size() && !is_space(text[end])) ++end;
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

bool is_number(std::string_view word) {
    return !word.empty() &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// One operand: quoted, or a word that ends at space or semicolon.
std::string take_operand(std::string_view& text) {
    std::string operand;
    if (text.front() == '"') {
        const std::size_t end = std::min(text.find('"', 1), text.size());
        operand = text.substr(1, end - 1);
        text.remove_prefix(std::min(end + 1, text.size()));
        return operand;
    }
    while (!text.empty() && !is_space(text.front()) && text.front() != ';') {
        operand += text.front();
        text.remove_prefix(1);
    }
    return operand;
}

}  // namespace

const EpdOperation* EpdRecord::find(std::string_view name) const {
    for (const EpdOperation& operation : operations)
        if (operation.name == name) return &operation;
    return nullptr;
}

Result<EpdRecord> parse_epd(std::string_view line) {
    std::string fen;
    std::string_view rest = line;
    for (int field = 0; field < 4; ++field) {
        const std::string_view word = take_word(rest);
        if (word.empty()) return Error{"an EPD line needs four fields"};
        fen += concat({field ? " " : "", word});
    }
    std::string_view ahead = rest;
    const std::string_view clock = take_word(ahead), number = take_word(ahead);
    if (is_number(clock) && is_number(number)) {
        fen += concat({" ", clock, " ", number});
        rest = ahead;
    }
    Result<Position> position = parse_fen(fen);
    if (!position) return Error{position.error()};
    EpdRecord record{std::move(*position), {}};

    EpdOperation* current = nullptr;
    while (!rest.empty()) {
        if (is_space(rest.front())) {
            rest.remove_prefix(1);
        } else if (rest.front() == ';') {
            current = nullptr;
            rest.remove_prefix(1);
        } else if (!current) {
            record.operations.push_back({take_operand(rest), {}});
            current = &record.operations.back();
        } else {
            current->operands.push_back(take_operand(rest));
        }
    }
    return record;
}

bool PositionLines::next() {
    while (next_line(in_, text_)) {
        ++number_;
        if (number_ == 1 && text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
        while (!text_.empty() && (text_.back() == '\r' || text_.back() == ' ')) text_.pop_back();
        if (text_.find_first_not_of(" \t") != std::string::npos && text_[0] != '#') return true;
    }
    return false;
}

}  // namespace stillpoint
