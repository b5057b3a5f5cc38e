#include "lab/horizon.h"

#include "analysis/suite_file.h"
#include "commands/commands.h"
#include "commands/progress.h"

namespace stillpoint {

namespace {

// Without pruning a search grows so fast that nobody would wait for more than this.
constexpr int kMaxHorizonDepth = 8, kDefaultHorizonDepth = 4;

}  // namespace

Result<std::string> horizon(const Engine& engine, const Words& words) {
    const bool is_suite = !words.empty() && words[0] == "suite";
    Words rest(words.begin() + (is_suite ? 1 : 0), words.end());
    const auto depth = take_depth(rest, 1, kMaxHorizonDepth);
    if (!depth) return Error{"horizon: " + depth.error()};
    if (rest.size() != (is_suite ? 1 : 0)) return Error{"horizon [depth N] | horizon suite FILE [depth N]"};
    if (!is_suite) {
        if (!engine.position().has_legal_move()) return Error{"horizon: the game is over here"};
        return lab::horizon_report(engine.position(), depth->value_or(kDefaultHorizonDepth), engine.network(),
                                   engine.settings().tuning);
    }
    lab::HorizonSuiteSettings settings{.depth = depth->value_or(kDefaultHorizonDepth)};
    const auto positions = read_positions(std::string(rest[0]), settings.max_positions);
    if (!positions) return Error{positions.error()};
    ProgressBar bar;
    settings.on_progress = [&](std::size_t done) { show_positions(bar, done, positions->size()); };
    return to_markdown(run_horizon_suite(*positions, settings, engine.network(), engine.settings().tuning));
}

}  // namespace stillpoint
