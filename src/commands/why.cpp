#include "lab/why.h"

#include "chess/notation.h"
#include "commands/commands.h"

namespace stillpoint {

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
