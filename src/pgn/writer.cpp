#include "pgn/writer.h"

#include <array>

#include "chess/notation.h"

namespace stillpoint::pgn {

namespace {

constexpr std::size_t kColumns = 80;

// Wraps words into lines.
class Wrapper {
public:
    // `glued`: the text must not begin a line, where readers would mistake it for something else.
    void add(std::string_view text, bool glued = false) {
        const std::string word = pending_ + std::string(text);
        pending_.clear();
        if (column_ > 0) {
            const bool fits = column_ + 1 + word.size() <= kColumns;
            text_ += fits || glued ? ' ' : '\n';
            column_ = fits || glued ? column_ + 1 : 0;
        }
        text_ += word;
        column_ += word.size();
    }
    // Brackets stick to the words within them.
    void open_bracket() { pending_ += '('; }
    void close_bracket() {
        text_ += ')';
        ++column_;
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
    std::string pending_;
    std::size_t column_ = 0;
};

class Writer {
public:
    std::string write(const Game& game) {
        write_line(game.main, game.start);
        words_.add(game.result);
        return words_.take();
    }

private:
    void write_comment(const std::string& comment) {
        std::string text = "{";
        for (char c : comment) text += c == '}' ? ')' : c;  // a comment can't contain its own end
        text += '}';
        std::string_view rest = text;
        while (!rest.empty()) {
            // [%eval 0.30] and the like stay on one line: some readers look for them with the space.
            const std::size_t command = rest.substr(0, 3).find("[%");
            const std::size_t from = command == std::string_view::npos ? 0 : rest.find(']');
            const std::size_t space = std::min(rest.find(' ', std::min(from, rest.size())), rest.size());
            const std::string_view word = rest.substr(0, space);
            words_.add(word, word.starts_with('%') || word == "[Event");
            rest.remove_prefix(std::min(space + 1, rest.size()));
        }
    }

    void write_line(const Line& line, Position pos) {
        bool number_needed = true;
        if (!line.comment.empty()) write_comment(line.comment);
        for (const MoveNode& node : line.moves) {
            const Position before = pos;
            if (pos.side_to_move() == Color::White)
                words_.add(std::to_string(pos.fullmove_number()) + '.');
            else if (number_needed)
                words_.add(std::to_string(pos.fullmove_number()) + "...");
            number_needed = false;
            if (node.move == Move::null()) {
                words_.add("--");
                pos.make_null();
            } else {
                words_.add(to_san(pos, node.move));
                pos.make(node.move);
            }
            // Notation doesn't need it, and a copy for every move would make long games slow.
            pos.forget_history();
            for (int nag : node.nags) words_.add(std::string("$").append(std::to_string(nag)));
            if (!node.comment.empty()) write_comment(node.comment);
            for (const Line& variation : node.variations) {
                words_.open_bracket();
                write_line(variation, before);
                words_.close_bracket();
            }
            number_needed = !node.comment.empty() || !node.variations.empty();
        }
    }

    Wrapper words_;
};

std::string tag_line(std::string_view name, std::string_view value) {
    std::string line = "[";
    line.append(name).append(" \"");
    for (char c : value) {
        if (c == '"' || c == '\\') line += '\\';
        line += c;
    }
    return line + "\"]\n";
}

}  // namespace

std::string write_game(const Game& game) {
    static constexpr std::array<std::string_view, 6> kRoster = {"Event", "Site",  "Date",
                                                                "Round", "White", "Black"};
    std::string text;
    for (std::string_view name : kRoster) {
        const std::string_view value = game.tag(name);
        text += tag_line(name, !value.empty() ? value : name == "Date" ? "????.??.??" : "?");
    }
    text += tag_line("Result", game.result);
    for (const Tag& tag : game.tags) {
        bool in_roster = tag.name == "Result";
        for (std::string_view name : kRoster) in_roster |= tag.name == name;
        if (!in_roster) text += tag_line(tag.name, tag.value);
    }
    return text + '\n' + Writer().write(game) + "\n\n";
}

}  // namespace stillpoint::pgn
