#include "analysis/searcher.h"

#include <algorithm>

#include "engine/pv.h"

namespace stillpoint {

void Analysis::update(const SearchInfo& info, const Position& root) {
    nodes = info.nodes;
    tablebase_hits = info.tablebase_hits;
    time = info.time;
    hashfull = info.hashfull;
    const auto number = static_cast<std::size_t>(std::max(info.multi_pv, 1) - 1);
    if (info.pv.empty() || number > lines.size()) return;
    // A bound for a move whose score is known says less than the score.
    const bool known = number < lines.size() && lines[number].pv[0] == info.pv[0];
    if (known && info.bound != Bound::Exact) return;
    std::vector<Move> pv = presentable_pv(root, info.pv);
    if (pv.empty()) return;
    if (number == lines.size()) lines.emplace_back();
    lines[number] = {info.score, info.bound, info.depth, info.selective_depth, std::move(pv)};
    if (number == 0) {
        score = info.score;
        depth = info.depth;
        selective_depth = info.selective_depth;
    }
}

std::optional<Analysis> analysis_of_finished_game(const Position& pos) {
    if (pos.has_legal_move()) return std::nullopt;
    Analysis result;
    result.score = pos.in_check() ? mated_in(0) : kDrawScore;
    return result;
}

Analysis Searcher::analyse(const Position& pos, const SoloTask& task,
                           const std::function<void(const Analysis&)>& on_progress) {
    if (auto finished = analysis_of_finished_game(pos)) return *finished;
    Analysis result;
    SoloTask heard = task;
    heard.on_info = [&](const SearchInfo& info) {
        result.update(info, pos);
        if (on_progress) on_progress(result);
    };
    const Stopwatch watch;
    search_.run(pos, heard);
    result.nodes = search_.worker().nodes();
    result.tablebase_hits = search_.worker().tablebase_hits();
    result.time = watch.elapsed();
    result.hashfull = search_.table().hashfull();
    return result;
}

}  // namespace stillpoint
