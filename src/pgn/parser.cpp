#include "pgn/parser.h"

#include <algorithm>

#include "chess/notation.h"
#include "pgn/game.h"
#include "pgn/symbols.h"
#include "pgn/tags.h"
#include "util/text.h"
#include "util/utf8.h"

namespace stillpoint::pgn {

namespace {

constexpr std::size_t kMaxWarnings = 20;
constexpr int kMaxNag = 255;

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool ends_token(char c) {
    return is_blank(c) || c == '{' || c == '}' || c == '(' || c == ')' || c == ';' || c == '[' || c == ']' ||
           c == '<' || c == '>' || c == '$';
}

bool is_null_move(std::string_view word) {
    for (std::string_view name : {"--", "Z0", "Z1", "@@@@", "null", "0000", "pass", "<>"})
        if (word == name) return true;
    return false;
}

// Words to ignore: remarks that some programs put after a move, and dots left over from numbers.
bool is_noise(std::string_view word) {
    for (std::string_view name : {"e.p.", "ep", "ch", "ch.", "mate", "dbl.ch.", "+", "++", "#", "TN", "D"})
        if (word == name) return true;
    return std::all_of(word.begin(), word.end(), [](char c) { return c == '.'; });
}

// "12.", "12...", "12" and the ellipsis as one character, whatever follows them.
std::string_view strip_move_number(std::string_view word) {
    std::size_t i = 0;
    while (i < word.size() && is_digit(word[i])) ++i;
    const bool has_number = i > 0;
    std::size_t dots = i;
    while (true) {
        if (dots < word.size() && word[dots] == '.')
            ++dots;
        else if (word.substr(dots).starts_with("…"))
            dots += 3;
        else
            break;
    }
    if (dots > i || (has_number && i == word.size())) return word.substr(dots);
    return word;
}

// Chess figures instead of letters.
std::string without_figurines(std::string_view word) {
    static constexpr std::string_view kFigures[] = {"♔", "♕", "♖", "♗", "♘", "♙",
                                                    "♚", "♛", "♜", "♝", "♞", "♟"};
    static constexpr std::string_view kLetters = "KQRBN KQRBN ";
    std::string out;
    for (std::size_t i = 0; i < word.size();) {
        bool found = false;
        for (std::size_t f = 0; f < std::size(kFigures) && !found; ++f)
            if (word.substr(i).starts_with(kFigures[f])) {
                if (kLetters[f] != ' ') out += kLetters[f];
                i += kFigures[f].size();
                found = true;
            }
        if (!found) out += word[i++];
    }
    return out;
}

// Splits "Nf3!?" into the move and its annotation.
std::pair<std::string_view, std::string_view> split_annotation(std::string_view word) {
    std::size_t end = word.size();
    while (end > 0 && (word[end - 1] == '!' || word[end - 1] == '?')) --end;
    if (end < word.size()) return {word.substr(0, end), word.substr(end)};
    for (std::string_view sign : {"‼", "⁇", "⁉", "⁈", "□"})
        if (word.ends_with(sign) && word.size() > sign.size())
            return {word.substr(0, word.size() - sign.size()), sign};
    return {word, {}};
}

Result<Move> read_move(const Position& pos, std::string_view word) {
    const bool ascii = std::all_of(word.begin(), word.end(), [](char c) { return c > 0; });
    const std::string plain = ascii ? std::string(word) : without_figurines(word);
    Result<Move> move = parse_san(pos, plain);
    if (move) return move;
    if (const Result<Move> uci = parse_uci_move(pos, plain); uci) return uci;
    return move;
}

class Parser {
public:
    explicit Parser(const RawGame& raw) : raw_(raw), text_(raw.text), line_(raw.line) {}

    ParsedGame run() {
        if (raw_.too_long) {
            fail("too long for a game");
            return std::move(out_);
        }
        read_tags();
        Result<Setup> setup = read_setup(out_.game);
        if (!setup) {
            fail(setup.error());
            return std::move(out_);
        }
        out_.game.start = setup->start;
        out_.game.chess960 = setup->chess960;
        frames_.push_back({&out_.game.main, std::move(setup->start), {}});
        while (!done_ && skip_to_something()) read_something();
        if (!out_.error) finish();
        return std::move(out_);
    }

private:
    // A line being read. The parent's vectors don't grow while a frame above it is open: pointers stay valid.
    struct Frame {
        Line* line;
        Position pos;
        std::optional<Position> before;  // the last move of this line
    };

    void fail(std::string message) {
        out_.error = Problem{line_, std::move(message)};
        done_ = true;
    }
    void warn(std::string message) {
        if (out_.warnings.size() < kMaxWarnings) out_.warnings.push_back({line_, std::move(message)});
    }

    bool at_end() const { return at_ >= text_.size(); }
    void advance(std::size_t bytes) {
        for (std::size_t end = std::min(at_ + bytes, text_.size()); at_ < end; ++at_) {
            const char c = text_[at_];
            const bool old_mac = c == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] != '\n');
            if (c == '\n' || old_mac) ++line_;
        }
    }
    bool skip_to_something() {
        while (!at_end() && is_blank(text_[at_])) advance(1);
        return !at_end();
    }
    // The text up to one of the characters, which is skipped but not part of the result; or to the end.
    std::string_view take_until(std::string_view ends) {
        const std::size_t found = text_.find_first_of(ends, at_);
        const std::size_t end = found == std::string_view::npos ? text_.size() : found;
        const std::string_view taken = text_.substr(at_, end - at_);
        advance(taken.size() + 1);
        return taken;
    }

    void read_tags() {
        while (skip_to_something() && text_[at_] == '[') {
            // A bracket outside quotes ends a tag; otherwise the line's end does.
            std::size_t end = at_;
            bool quoted = false;
            for (; end < text_.size() && text_[end] != '\n' && text_[end] != '\r'; ++end) {
                if (text_[end] == '"' && text_[end - 1] != '\\') quoted = !quoted;
                if (text_[end] == ']' && !quoted) break;
            }
            if (auto tag = read_tag(text_.substr(at_, end - at_))) {
                if (out_.game.tag(tag->name).empty() && !tag->value.empty())
                    out_.game.tags.push_back(std::move(*tag));
            } else {
                warn("a tag without a name was left out");
            }
            advance(end + (end < text_.size() && text_[end] == ']' ? 1 : 0) - at_);
        }
    }

    void read_something() {
        switch (text_[at_]) {
            case '{': return read_comment("}");
            case ';': return read_comment("\r\n");
            case '(': return open_variation();
            case ')': return close_variation();
            case '$': return read_nag();
            case '<':
                advance(1);
                take_until(">\n");
                return;
            case '}':
            case '[':
            case ']':
            case '>': advance(1); return;
            default: return read_word();
        }
    }

    void read_comment(std::string_view ends) {
        advance(1);
        const bool closed = text_.find_first_of(ends, at_) != std::string_view::npos;
        std::string text = collapse_space(to_utf8(take_until(ends)));
        // Only a comment to the end of the line can contain it, and that is written in braces later.
        std::replace(text.begin(), text.end(), '}', ')');
        if (!closed && ends == "}") warn("a comment is not closed");
        if (text.empty() || skipping_ > 0) return;
        Line& line = *frames_.back().line;
        std::string& comment = line.moves.empty() ? line.comment : line.moves.back().comment;
        if (!comment.empty()) comment += ' ';
        comment += text;
    }

    void open_variation() {
        advance(1);
        Frame& parent = frames_.back();
        const bool possible = parent.before && frames_.size() <= kMaxVariationDepth;
        if (skipping_ > 0 || !possible) {
            if (skipping_ == 0)
                warn("a variation without a move before it, or nested too deep, was left out");
            ++skipping_;
            return;
        }
        auto& variations = parent.line->moves.back().variations;
        Line& line = variations.emplace_back();
        Position pos = *parent.before;
        frames_.push_back({&line, std::move(pos), {}});
    }

    void close_variation() {
        advance(1);
        if (skipping_ > 0) {
            --skipping_;
            return;
        }
        if (frames_.size() == 1) return warn("a ')' without '('");
        frames_.pop_back();
        auto& variations = frames_.back().line->moves.back().variations;
        if (variations.back().moves.empty()) variations.pop_back();
    }

    void add_nag(int nag) {
        Line& line = *frames_.back().line;
        if (skipping_ > 0 || nag <= 0 || line.moves.empty()) return;
        std::vector<int>& nags = line.moves.back().nags;
        if (std::find(nags.begin(), nags.end(), nag) == nags.end()) nags.push_back(nag);
    }

    void read_nag() {
        advance(1);
        const bool negative = !at_end() && text_[at_] == '-';
        if (negative) advance(1);
        int number = 0;
        while (!at_end() && is_digit(text_[at_])) {
            number = std::min(number * 10 + (text_[at_] - '0'), 1000);
            advance(1);
        }
        if (negative || number > kMaxNag) return warn("an annotation number out of range was left out");
        add_nag(number);
    }

    void read_word() {
        std::size_t end = at_ + 1;
        while (end < text_.size() && !ends_token(text_[end])) ++end;
        const std::string_view word = text_.substr(at_, end - at_);
        understand(word, end == text_.size() && raw_.at_end);
        if (!out_.error) advance(word.size());
    }

    void understand(std::string_view word, bool may_be_cut) {
        if (const auto result = read_result(word)) return on_result(*result);
        const std::string_view rest = strip_move_number(word);
        if (rest.empty() || is_noise(rest) || skipping_ > 0) return;
        if (const auto result = read_result(rest)) return on_result(*result);  // "39.1-0"
        if (const auto nag = read_annotation(rest)) return add_nag(*nag);
        const auto [move, sign] = split_annotation(rest);
        if (is_null_move(move))
            play_null();
        else
            play(move, may_be_cut);
        if (!sign.empty())
            if (const auto nag = read_annotation(sign)) add_nag(*nag);
    }

    void on_result(std::string_view result) {
        // In a variation it is just a remark.
        if (frames_.size() > 1 || skipping_ > 0) return;
        out_.game.result = result;
        out_.has_result = true;
    }

    void play(std::string_view word, bool may_be_cut) {
        Frame& frame = frames_.back();
        if (out_.has_result && frames_.size() == 1)
            return warn("text after the result was left out: " + in_quotes(word));
        const Result<Move> move = read_move(frame.pos, word);
        if (move) {
            frame.before = frame.pos;
            frame.pos.make(*move);
            frame.pos.forget_history();
            frame.line->moves.push_back({*move});
        } else if (frames_.size() > 1) {
            warn("the rest of a variation was left out: " + move.error());
            skip_rest_of_variation();
        } else if (may_be_cut) {
            warn("the file ends within a move");
        } else if (word == "0-0" && is_last_word()) {
            out_.has_result = true;  // both lost
        } else {
            fail(move.error());
        }
    }

    bool is_last_word() const {
        const std::size_t end = text_.find_last_not_of(" \t\r\n");
        return text_.substr(at_, end - at_).find_first_of(" \t\r\n") == std::string_view::npos;
    }

    void play_null() {
        Frame& frame = frames_.back();
        if (frames_.size() == 1) return fail("a null move in the game");
        if (frame.pos.in_check()) {
            warn("the rest of a variation was left out: a null move in check");
            return skip_rest_of_variation();
        }
        frame.before = frame.pos;
        frame.pos.make_null();
        frame.pos.forget_history();
        frame.line->moves.push_back({Move::null()});
    }

    // The frame ends here; what is left of its text up to the ')' is skipped.
    void skip_rest_of_variation() {
        frames_.pop_back();
        auto& variations = frames_.back().line->moves.back().variations;
        if (variations.back().moves.empty()) variations.pop_back();
        ++skipping_;
    }

    void finish() {
        if (frames_.size() > 1 || skipping_ > 0) warn("a variation is not closed");
        while (frames_.size() > 1) {
            frames_.pop_back();
            auto& variations = frames_.back().line->moves.back().variations;
            if (variations.back().moves.empty()) variations.pop_back();
        }
        if (out_.has_result) return;
        if (const auto result = read_result(out_.game.tag("Result"))) out_.game.result = *result;
        if (raw_.at_end && !out_.is_empty()) warn("the last game has no result: the file may be cut off");
    }

    const RawGame& raw_;
    const std::string_view text_;
    std::size_t at_ = 0;
    std::uint64_t line_;
    ParsedGame out_;
    std::vector<Frame> frames_;
    int skipping_ = 0;  // open brackets of variations that are left out
    bool done_ = false;
};

}  // namespace

ParsedGame parse_game(const RawGame& raw) { return Parser(raw).run(); }

std::optional<Game> Reader::next() {
    while (auto raw = splitter_.next()) {
        ParsedGame parsed = parse_game(*raw);
        if (parsed.error) {
            if (on_error_) on_error_(*raw, *parsed.error);
        } else if (!parsed.is_empty()) {
            return std::move(parsed.game);
        }
    }
    return std::nullopt;
}

}  // namespace stillpoint::pgn
