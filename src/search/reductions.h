#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "search/pruning.h"
#include "search/score.h"
#include "search/tuning.h"

namespace stillpoint {

// Late-move reductions in 1024ths of a ply: a base that grows with the logarithms of depth and move number,
// and named terms for what is known about the node and the move.
class Reductions {
public:
    // The table follows its parameter, which can change between searches.
    void prepare(const Params& params) {
        if (built_for_ == params.lmr_log_scale) return;
        built_for_ = params.lmr_log_scale;
        log_[0] = 0;
        for (std::size_t i = 1; i < log_.size(); ++i)
            log_[i] = static_cast<int>(params.lmr_log_scale / 128.0 * std::log(static_cast<double>(i)));
    }

    template <class SomeParams>
    int base(const SomeParams& p, bool improving, int depth, int move_count, int window,
             int root_window) const {
        const int scale = log_[static_cast<std::size_t>(depth)] * log_[static_cast<std::size_t>(move_count)];
        // No wider than at the root, except in a search that was not begun there.
        return scale - std::min(window, root_window) * p.lmr_window_1024 / root_window +
               (improving ? 0 : scale * p.lmr_not_improving_512 / 512) + p.lmr_base;
    }

private:
    int built_for_ = -1;
    std::array<int, 512> log_{};  // indexed by depth and by move number
};

// What the reduction of one move depends on beside the node's facts.
struct ReductionTerms {
    bool pv = false;
    bool is_table_move = false;
    bool gives_check = false;
    bool table_score_above_alpha = false;
    bool table_depth_reached = false;
    int depth = 0;
    int move_count = 0;
    int child_cutoffs = 0;
    int history = 0;
    bool noisy = false;
};

// `note(name, amount)` hears of every term; the sum of the amounts and the base is the result.
template <class SomeTuning, class Note>
[[gnu::always_inline]] inline int reduction_with_terms(const SomeTuning& t, const NodeFacts& f, int base,
                                                       const ReductionTerms& m, Note note) {
    const auto& p = t.params;
    int r = base;
    const auto add = [&](const char* name, int amount) {
        r += amount;
        note(name, amount);
    };
    const auto& on = t.features;
    if (f.table_pv && on.reduction_table_pv)
        add("principal variation, now or earlier",
            -(p.lmr_table_pv + m.pv * p.lmr_pv + m.table_score_above_alpha * p.lmr_table_pv_score +
              m.table_depth_reached * (p.lmr_table_pv_depth + f.cut_node * p.lmr_table_pv_depth)));
    add("move number", -m.move_count * p.lmr_move_count);
    add("evaluation is unreliable here", -(std::abs(f.correction) * 1024 / p.lmr_correction_divisor));
    if (f.cut_node && on.reduction_cut_node)
        add("a cut-off is expected", p.lmr_cut_node + (f.table.move ? 0 : p.lmr_no_table_move));
    if (f.table_move_noisy) add("the table move is a capture", p.lmr_table_move_noisy);
    if (m.child_cutoffs > 2 && on.reduction_cutoff_count)
        add("sibling moves were refuted", p.lmr_cutoff_count);
    if (m.gives_check && on.reduction_check) add("check", -p.lmr_gives_check);
    if (m.is_table_move) add("table move", -p.lmr_table_move);
    if (t.features.reduction_by_history)
        add("history of the move",
            -(m.history * (m.noisy ? p.lmr_noisy_history_8192 : p.lmr_history_8192) / 8192));
    // A share of all the others, less so further from the horizon.
    if (t.features.all_node_reduction && !m.pv && !f.cut_node)
        add("every move is expected to fail", r * p.lmr_all_node_1024 / (1024 * (m.depth + 1)));
    return r;
}

template <class SomeTuning>
[[gnu::always_inline]] inline int reduction_with_terms(const SomeTuning& t, const NodeFacts& f, int base,
                                                       const ReductionTerms& m) {
    return reduction_with_terms(t, f, base, m, [](const char*, int) {});
}

}  // namespace stillpoint
