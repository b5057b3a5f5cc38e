#include "selfplay/wdl_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "gamedata/reader.h"
#include "gamedata/replay.h"
#include "util/text.h"

namespace stillpoint {

namespace {

// The least chance the model may give to anything: one surprise must not decide the fit.
constexpr double kLeastChance = 1e-4;

// Loss, draw and win.
std::array<double, 3> chances(const WdlModel::Curve& curve, double score) {
    const double win = curve.win(score), loss = curve.win(-score);
    return {loss, std::max(1.0 - win - loss, 0.0), win};
}

}  // namespace

WdlCounts::Cell& WdlCounts::cell(int material, int score) {
    const int step = static_cast<int>(std::lround(static_cast<double>(score) / kScoreStep));
    return cells_[static_cast<std::size_t>(material - kLeastMaterial)]
                 [static_cast<std::size_t>(step + kScores / 2)];
}

bool WdlCounts::add(const spg::Game& game) {
    if (game.result == spg::GameResult::Unknown) return true;
    struct Seen {
        int material, score;
        Color side;
    };
    std::vector<Seen> seen;
    const auto last = spg::replay(game, [&](const spg::ReplayStep& step) {
        if (!step.scored || std::abs(step.score) > kMaxScore) return;
        const Color us = step.position.side_to_move();
        seen.push_back({wdl_material(step.position), us == Color::White ? step.score : -step.score, us});
    });
    if (!last) return false;
    for (const Seen& s : seen) {
        const int white = static_cast<int>(game.result);  // 0: White lost, 2: won
        ++cell(s.material, s.score)
              .outcomes[static_cast<std::size_t>(s.side == Color::White ? white : 2 - white)];
    }
    positions_ += seen.size();
    return true;
}

double WdlCounts::misfit(const WdlModel& model) const {
    double sum = 0;
    for (int m = 0; m < kMaterials; ++m) {
        const WdlModel::Curve curve = model.at(m + kLeastMaterial);
        if (curve.b < 1) return 1e9;
        for (int s = 0; s < kScores; ++s) {
            const auto& outcomes = cells_[static_cast<std::size_t>(m)][static_cast<std::size_t>(s)].outcomes;
            if (outcomes[0] + outcomes[1] + outcomes[2] == 0) continue;
            const auto chance = chances(curve, score_of(s));
            for (std::size_t i = 0; i < 3; ++i)
                sum -= outcomes[i] * std::log(std::max(chance[i], kLeastChance));
        }
    }
    return sum / static_cast<double>(std::max<std::uint64_t>(positions_, 1));
}

std::string WdlCounts::table(const WdlModel& model) const {
    std::string text =
        "| Score | Positions | Win, model | Win, games | Draw, model | Draw, games "
        "|\n|---|---|---|---|---|---|\n";
    for (int low = 0; low < kMaxScore; low += low < 400 ? 50 : 200) {
        const int high = low + (low < 400 ? 50 : 200);
        std::array<double, 3> seen{}, expected{};
        for (int m = 0; m < kMaterials; ++m)
            for (int s = 0; s < kScores; ++s) {
                const int score = score_of(s);
                if (score < low || score >= high) continue;
                const auto chance = chances(model.at(m + kLeastMaterial), score);
                const auto& outcomes =
                    cells_[static_cast<std::size_t>(m)][static_cast<std::size_t>(s)].outcomes;
                const double all = static_cast<double>(outcomes[0]) + outcomes[1] + outcomes[2];
                for (std::size_t i = 0; i < 3; ++i) {
                    seen[i] += outcomes[i];
                    expected[i] += all * chance[i];
                }
            }
        const double all = seen[0] + seen[1] + seen[2];
        if (all == 0) continue;
        text += format("| %d to %d | %.0f | %.1f %% | %.1f %% | %.1f %% | %.1f %% |\n", low, high - 1, all,
                       100 * expected[2] / all, 100 * seen[2] / all, 100 * expected[1] / all,
                       100 * seen[1] / all);
    }
    return text;
}

// Moves one number after the other as long as that helps, in ever smaller steps: four numbers need nothing
// cleverer.
WdlModel fit_wdl(const WdlCounts& counts, const WdlModel& start) {
    WdlModel best = start;
    double least = counts.misfit(best);
    for (double step = 64; step >= 0.25; step /= 2)
        for (bool improved = true; improved;) {
            improved = false;
            for (double WdlModel::*number :
                 {&WdlModel::a, &WdlModel::a_by_material, &WdlModel::b, &WdlModel::b_by_material})
                for (const double change : {step, -step}) {
                    WdlModel candidate = best;
                    candidate.*number += change;
                    const double misfit = counts.misfit(candidate);
                    if (misfit >= least) continue;
                    best = candidate;
                    least = misfit;
                    improved = true;
                }
        }
    return best;
}

Result<WdlCounts> count_wdl(const std::vector<std::string>& files) {
    WdlCounts counts;
    for (const std::string& file : files) {
        auto reader = spg::GameReader::open(file);
        if (!reader) return Error{reader.error()};
        for (spg::Game game; reader->next(game);) counts.add(game);
        if (!reader->problem().empty()) std::fprintf(stderr, "games: %s\n", reader->problem().c_str());
    }
    return counts;
}

}  // namespace stillpoint
