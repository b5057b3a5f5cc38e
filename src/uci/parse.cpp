#include "uci/parse.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "chess/fen.h"
#include "chess/notation.h"

namespace stillpoint {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

Result<Position> fischer_start(const Words& numbers) {
    std::vector<int> read;
    for (std::string_view text : numbers) {
        const auto number = parse_number(text, 0, kFischerStarts - 1);
        if (!number)
            return Error{"Chess960 starts have numbers from 0 to " + std::to_string(kFischerStarts - 1)};
        read.push_back(*number);
    }
    return fischer_position(read.front(), read.back());
}

// `words` are those before "moves".
Result<Position> start_of(const Words& words, std::vector<std::string>& repairs) {
    const std::string_view kind = words.empty() ? std::string_view() : words[0];
    const Words rest(words.begin() + (words.empty() ? 0 : 1), words.end());
    if (kind == "startpos" && rest.empty()) return start_position();
    if (kind == "frc" && rest.size() == 1) return fischer_start(rest);
    if (kind == "dfrc" && rest.size() == 2) return fischer_start(rest);
    if (kind == "fen") {
        std::string fen;
        for (std::string_view field : rest) {
            fen += field;
            fen += ' ';
        }
        return parse_fen(fen, &repairs);
    }
    return Error{"position needs startpos, fen F, frc N or dfrc N N, then optionally moves"};
}

constexpr std::string_view kGoWords[] = {"wtime",    "btime",       "winc",  "binc",     "movestogo",
                                         "movetime", "depth",       "nodes", "infinite", "ponder",
                                         "mate",     "searchmoves", "perft", "softnodes"};

// Clocks and increments are added up; a few of this size still fit.
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max() / 4;

bool is_go_word(std::string_view text) {
    return std::find(std::begin(kGoWords), std::end(kGoWords), text) != std::end(kGoWords);
}

class GoParser {
public:
    GoParser(const Words& words, const Position& pos) : words_(words), pos_(pos) {}

    GoCommand parse() {
        while (at_ < words_.size()) {
            const std::string_view word = words_[at_++];
            if (word == "infinite")
                go_.limits.infinite = true;
            else if (word == "ponder")
                go_.limits.ponder = true;
            else if (word == "searchmoves")
                read_moves();
            else if (is_go_word(word))
                read_number(word);
            else
                go_.complaints.push_back("go: unknown word '" + std::string(word.substr(0, 40)) +
                                         "' ignored");
        }
        guess_missing_clock();
        return std::move(go_);
    }

private:
    // Half a clock must not become an endless search: the sender is waiting for a move.
    void guess_missing_clock() {
        Limits& l = go_.limits;
        const Color us = pos_.side_to_move();
        if (l.is_bounded(us) || l.infinite) return;
        if (l.clock[~us]) {
            l.clock[us] = l.clock[~us];
            go_.complaints.push_back("go: no clock for the side to move, using the other side's");
        } else if (l.increment[Color::White] > 0 || l.increment[Color::Black] > 0 || l.moves_to_go > 0) {
            l.clock[us] = 0;
            go_.complaints.push_back("go: no clock given, moving at once");
        }
    }

    void read_moves() {
        while (at_ < words_.size() && !is_go_word(words_[at_])) {
            const auto move = parse_uci_move(pos_, words_[at_]);
            if (move)
                go_.limits.search_moves.push_back(*move);
            else if (words_[at_] != "0000")  // python-chess sends it for "none in particular"
                go_.complaints.push_back("go searchmoves: " + move.error() + ", ignored");
            ++at_;
        }
    }

    void read_number(std::string_view word) {
        std::int64_t n = 0;
        const std::string_view text = at_ < words_.size() ? words_[at_] : std::string_view();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
        if (error == std::errc::result_out_of_range) {
            n = text.starts_with('-') ? -kLargest : kLargest;
        } else if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
            go_.complaints.push_back("go " + std::string(word) + ": expected a number, ignored");
            if (!text.empty() && !is_go_word(text)) ++at_;
            return;
        }
        ++at_;
        n = std::clamp(n, -kLargest, kLargest);
        Limits& l = go_.limits;
        const auto small = [&](std::int64_t low) {
            return static_cast<int>(std::clamp<std::int64_t>(n, low, 1'000'000));
        };
        if (word == "wtime")
            l.clock[Color::White] = n;
        else if (word == "btime")
            l.clock[Color::Black] = n;
        else if (word == "winc")
            l.increment[Color::White] = std::max<std::int64_t>(n, 0);
        else if (word == "binc")
            l.increment[Color::Black] = std::max<std::int64_t>(n, 0);
        else if (word == "movestogo")
            l.moves_to_go = small(0);
        else if (word == "movetime")
            l.move_time = std::max<std::int64_t>(n, 1);
        else if (word == "depth")
            l.depth = small(1);
        else if (word == "nodes")
            l.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(n, 1));
        else if (word == "softnodes")
            l.soft_nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(n, 1));
        else if (word == "mate")
            l.mate = small(1);
        else if (word == "perft")
            go_.perft = small(1);
    }

    const Words& words_;
    const Position& pos_;
    std::size_t at_ = 0;
    GoCommand go_;
};

}  // namespace

Words split(std::string_view line) {
    Words words;
    for (std::size_t i = 0; i < line.size();) {
        while (i < line.size() && is_space(line[i])) ++i;
        const std::size_t start = i;
        while (i < line.size() && !is_space(line[i])) ++i;
        if (i > start) words.push_back(line.substr(start, i - start));
    }
    return words;
}

PositionCommand parse_position(const Words& words) {
    const auto moves = std::find(words.begin(), words.end(), "moves");
    PositionCommand command;
    auto position = start_of(Words(words.begin(), moves), command.repairs);
    if (!position) return {std::nullopt, position.error(), {}};
    Move last;
    for (auto word = moves; word != words.end(); ++word) {
        if (word == moves) continue;
        const auto move = parse_uci_move(*position, *word);
        if (!move)
            return {std::nullopt, place_in_line(std::move(*position), last) + ": " + move.error(),
                    std::move(command.repairs)};
        last = *move;
        position->make(last);
    }
    command.position = std::move(*position);
    return command;
}

GoCommand parse_go(const Words& words, const Position& pos) { return GoParser(words, pos).parse(); }

}  // namespace stillpoint
