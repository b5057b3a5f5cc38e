#include "lab/why.h"

#include "chess/notation.h"
#include "commands/commands.h"

namespace stillpoint {

namespace {

Result<std::vector<Move>> parse_line(const Position& root, const Words& words) {
    Position pos = root;
    std::vector<Move> line;
    std::string before;
    for (std::string_view word : words) {
        const auto move = parse_move(pos, word);
        if (!move)
            return Error{"'" + std::string(word) + "' is not legal" +
                         (before.empty() ? " here" : " after" + before) + ": " + move.error()};
        line.push_back(*move);
        pos.make(*move);
        before += " " + std::string(word);
    }
    return line;
}

}  // namespace

Result<std::string> why(const Engine& engine, const Words& words) {
    Words moves = words;
    const bool json = !moves.empty() && moves.back() == "json";
    if (json) moves.pop_back();
    const auto depth = take_depth(moves, 1, kMaxPly - 1);
    if (!depth) return Error{"why: " + depth.error()};
    if (moves.empty()) return Error{"why <move> [<move> ...] [depth N] [json]"};
    auto line = parse_line(engine.position(), moves);
    if (!line) return Error{"why: " + line.error()};
    const auto report = lab::watch_line(engine, std::move(*line), *depth);
    if (!report) return Error{report.error()};
    return json ? why_json(*report) : why_sentences(*report) + "\n\n" + why_table(*report);
}

}  // namespace stillpoint
