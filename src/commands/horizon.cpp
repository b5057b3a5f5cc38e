#include "commands/commands.h"
#include "lab/horizon_report.h"
#include "lab/horizon_suite.h"

namespace stillpoint {

using namespace lab;

namespace {

// Without any pruning a search grows fast: deeper than this nobody would wait for it.
constexpr int kMaxHorizonDepth = 8, kDefaultDepth = 4;

}  // namespace

Result<std::string> horizon(const Engine& engine, const Words& words) {
    const bool is_suite = !words.empty() && words[0] == "suite";
    Words rest(words.begin() + (is_suite ? 1 : 0), words.end());
    int depth = kDefaultDepth;
    if (rest.size() >= 2 && rest[rest.size() - 2] == "depth") {
        const auto wanted = parse_number<int>(rest.back(), 1, kMaxHorizonDepth);
        if (!wanted) return Error{"horizon: depth needs a number up to " + std::to_string(kMaxHorizonDepth)};
        depth = *wanted;
        rest.resize(rest.size() - 2);
    }
    if (rest.size() != (is_suite ? 1 : 0)) return Error{"horizon [depth N] | horizon suite FILE [depth N]"};
    if (!is_suite) {
        if (!engine.position().has_legal_move()) return Error{"horizon: the game is over here"};
        return horizon_report(engine.position(), depth, engine.network());
    }
    const HorizonSuiteSettings settings{.depth = depth};
    const auto positions = read_positions(std::string(rest[0]), settings.max_positions);
    if (!positions) return Error{positions.error()};
    return to_markdown(run_horizon_suite(*positions, settings, engine.network()));
}

}  // namespace stillpoint
