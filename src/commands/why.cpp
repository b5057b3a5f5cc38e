#include <algorithm>

#include "chess/notation.h"
#include "commands/commands.h"
#include "lab/line_watcher.h"
#include "lab/names.h"
#include "lab/replay.h"
#include "lab/why_report.h"

namespace stillpoint {

using namespace lab;

namespace {

constexpr int kDepthWithoutSearch = 10;
// The next iteration may take a few times as long as all before it; never without end.
constexpr std::uint64_t kLeastNodes = 2'000'000;
constexpr std::uint64_t kNodesFactor = 8;

}  // namespace

Result<std::vector<Move>> parse_line(const Position& root, const Words& words) {
    Position pos = root;
    std::vector<Move> line;
    std::string before;
    for (std::string_view word : words) {
        auto move = parse_uci_move(pos, word);
        if (!move) move = parse_san(pos, word);
        if (!move)
            return Error{"'" + std::string(word) + "' is not legal" +
                         (before.empty() ? " here" : " after" + before) + ": " + move.error()};
        line.push_back(*move);
        pos.make(*move);
        before += " " + std::string(word);
    }
    return line;
}

Result<std::string> why(const Engine& engine, const Words& words) {
    const Worker& last = engine.pool().worker(0);
    Words moves = words;
    const bool json = !moves.empty() && moves.back() == "json";
    if (json) moves.pop_back();
    int depth =
        last.completed_depth() > 0 ? std::min(last.completed_depth() + 1, kMaxPly - 1) : kDepthWithoutSearch;
    if (moves.size() >= 2 && moves[moves.size() - 2] == "depth") {
        const auto wanted = parse_number<int>(moves.back(), 1, kMaxPly - 1);
        if (!wanted) return Error{"why: depth needs a number up to " + std::to_string(kMaxPly - 1)};
        depth = *wanted;
        moves.resize(moves.size() - 2);
    }
    if (moves.empty()) return Error{"why <move> [<move> ...] [depth N] [json]"};
    auto line = parse_line(engine.position(), moves);
    if (!line) return Error{"why: " + line.error()};

    auto replay = Replay::of(engine);
    if (!replay) return Error{replay.error()};
    LineWatcher watcher(std::move(*line));
    Limits limits;
    limits.depth = depth;
    limits.nodes = std::max(kLeastNodes, kNodesFactor * last.nodes());
    (*replay)->run(limits, &watcher);
    const WhyReport report{engine.position(), watcher, (*replay)->completed_depth(), (*replay)->nodes()};
    if (json) return why_json(report);
    return why_sentences(report) + "\n\n" + why_table(report);
}

}  // namespace stillpoint
