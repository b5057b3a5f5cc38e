#include "lab/stats.h"

#include "analysis/suite_file.h"
#include "commands/commands.h"
#include "commands/progress.h"
#include "lab/steadiness.h"

namespace stillpoint {

namespace {

constexpr int kSteadyDepth = 10, kMaxSteadyDepth = 30;
constexpr std::size_t kMaxSteadyPositions = 1000;

Result<std::string> steady(const Engine& engine, Words words, bool json) {
    const auto wish = take_depth(words, 2, kMaxSteadyDepth);
    if (!wish) return Error{"stats: " + wish.error()};
    const int depth = wish->value_or(kSteadyDepth);
    const Tuning& tuning = engine.settings().tuning;
    if (words.size() == 2 && words[0] == "suite" && !json) {
        const auto positions = read_positions(std::string(words[1]), kMaxSteadyPositions);
        if (!positions) return Error{positions.error()};
        ProgressBar bar;
        return lab::steadiness_suite(*positions, depth, engine.network(), tuning,
                                     [&](std::size_t done) { show_positions(bar, done, positions->size()); });
    }
    if (!words.empty()) return Error{"stats steady [depth N] [json] | stats steady suite FILE [depth N]"};
    const Position& pos = engine.position();
    if (!pos.has_legal_move()) return Error{"stats: the game is over here"};
    const auto found = lab::compare_steadiness(pos, depth, engine.network(), tuning);
    return json ? steadiness_json(pos, found) : steadiness_text(pos, found);
}

}  // namespace

Result<std::string> stats(const Engine& engine, const Words& words) {
    Words rest = words;
    const bool json = !rest.empty() && rest.back() == "json";
    if (json) rest.pop_back();
    if (!rest.empty() && rest[0] == "steady") return steady(engine, {rest.begin() + 1, rest.end()}, json);
    if (!rest.empty()) return Error{"stats [json] | stats steady [suite FILE] [depth N] [json]"};
    const auto search = lab::counted_search(engine);
    if (!search) return Error{search.error()};
    return json ? stats_json(*search) : stats_text(*search);
}

}  // namespace stillpoint
