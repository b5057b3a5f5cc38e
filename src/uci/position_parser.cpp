#include "uci/position_parser.h"

#include <algorithm>
#include <charconv>

#include "chess/fen.h"
#include "chess/fischer.h"
#include "chess/notation.h"

namespace stillpoint {

namespace {

using Words = std::vector<std::string_view>;

Result<Position> fischer_start(const Words& numbers) {
    std::vector<int> read;
    for (std::string_view text : numbers) {
        int n = -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
        if (error != std::errc() || end != text.data() + text.size() || n < 0 || n >= kFischerStarts)
            return Error{"Chess960 starts have numbers from 0 to " + std::to_string(kFischerStarts - 1)};
        read.push_back(n);
    }
    return fischer_position(read.front(), read.back());
}

// `words` are those before `moves`.
Result<Position> start_of(const Words& words) {
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
        return parse_fen(fen);
    }
    return Error{"position needs startpos, fen F, frc N or dfrc N N, then perhaps moves"};
}

}  // namespace

PositionCommand parse_position(const Words& words) {
    const auto moves = std::find(words.begin(), words.end(), "moves");
    auto position = start_of(Words(words.begin(), moves));
    if (!position) return {std::nullopt, position.error() + "; the position is unchanged"};
    for (auto word = moves; word != words.end(); ++word) {
        if (word == moves) continue;
        const auto move = parse_uci_move(*position, *word);
        if (!move)
            // Better the position before the broken move than one that never was.
            return {std::move(*position), "move " + std::to_string(word - moves) + ": " + move.error() +
                                              "; the position is set to before it"};
        position->make(*move);
    }
    return {std::move(*position), ""};
}

}  // namespace stillpoint
