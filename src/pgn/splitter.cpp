#include "pgn/splitter.h"

#include <algorithm>

#include "pgn/symbols.h"

namespace stillpoint::pgn {

namespace {

constexpr std::size_t kChunk = 65536;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kEventTag = "[Event ";

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool ends_word(char c) {
    return is_space(c) || c == '{' || c == '}' || c == '(' || c == ')' || c == ';' || c == '[' || c == ']';
}

}  // namespace

// Reads ahead until this many bytes can be looked at, if the stream has them.
bool Splitter::fill(std::size_t bytes) {
    while (buffer_.size() - begin_ < bytes) {
        if (!in_.good()) return false;
        buffer_.erase(0, begin_);
        begin_ = 0;
        const std::size_t kept = buffer_.size();
        buffer_.resize(kept + kChunk);
        in_.read(buffer_.data() + kept, static_cast<std::streamsize>(kChunk));
        buffer_.resize(kept + static_cast<std::size_t>(in_.gcount()));
    }
    return true;
}

bool Splitter::follows(std::string_view text) {
    return fill(text.size()) && std::string_view(buffer_).substr(begin_, text.size()) == text;
}

char Splitter::take() {
    const char c = buffer_[begin_++];
    ++taken_;
    line_start_ = c == '\n' || (c == '\r' && !follows("\n"));
    if (line_start_) ++line_;
    return c;
}

void Splitter::skip_line() {
    while (!at_end()) {
        take();
        if (line_start_) return;
    }
}

// Skips to the beginning of a game, over byte-order marks inside concatenated files and lines escaped by %.
void Splitter::skip_space() {
    while (!at_end()) {
        if (line_start_ && peek() == '%')
            skip_line();
        else if (is_space(peek()) || peek() == '\0')
            take();
        else if (follows(kByteOrderMark))
            for (std::size_t i = 0; i < kByteOrderMark.size(); ++i) take();
        else
            return;
    }
}

bool Splitter::is_tag_here() { return peek() == '[' && fill(2) && is_letter(buffer_[begin_ + 1]); }

std::optional<RawGame> Splitter::next() {
    skip_space();
    if (at_end()) return std::nullopt;
    RawGame game;
    game.number = ++games_;
    game.line = line_;

    enum class In { Text, Comment, LineComment, Tag } in = In::Text;
    bool has_event = false, has_moves = false, has_result = false, quoted = false;
    char previous = ' ';
    int depth = 0;
    std::string word;
    const auto end_word = [&] {
        if (!word.empty()) {
            has_moves = true;
            if (depth == 0 && read_result(word)) has_result = true;
        }
        word.clear();
    };
    while (!at_end()) {
        if (line_start_) {
            if (in == In::LineComment || in == In::Tag) in = In::Text;
            quoted = false;
            if (in == In::Comment && follows(kEventTag)) break;
            if (in == In::Text) {
                end_word();
                if (peek() == '%') {
                    skip_line();
                    continue;
                }
                if (is_tag_here()) {
                    const bool event = follows(kEventTag);
                    if (has_moves || (event && has_event)) break;
                    has_event |= event;
                    in = In::Tag;
                }
            }
        }
        const char c = peek();
        if (in == In::Text) {
            if (ends_word(c)) end_word();
            // After the result only comments belong to this game.
            if (has_result && !is_space(c) && c != '{' && c != ';') break;
            if (c == '{')
                in = In::Comment;
            else if (c == ';')
                in = In::LineComment;
            else if (c == '(')
                ++depth;
            else if (c == ')')
                depth = std::max(0, depth - 1);
            else if (c == '[' && !has_moves)
                in = In::Tag;
            else if (!ends_word(c) && word.size() < 16)
                word += c;
        } else if (in == In::Comment && c == '}') {
            in = In::Text;
        } else if (in == In::Tag) {
            if (c == '"' && previous != '\\') quoted = !quoted;
            if (c == ']' && !quoted) in = In::Text;
        }
        previous = c;
        take();
        if (game.text.size() < max_game_)
            game.text += c;
        else
            game.too_long = true;
    }
    game.end = taken_;
    // Look ahead, so that the last game knows it is the last.
    skip_space();
    game.at_end = at_end();
    return game;
}

}  // namespace stillpoint::pgn
