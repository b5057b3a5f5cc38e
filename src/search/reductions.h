#pragma once

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
    // The table follows its parameter, which a tune build can change between searches.
    void prepare(const Params& params) {
        if (built_for_ == params.lmr_log_scale) return;
        built_for_ = params.lmr_log_scale;
        log_[0] = 0;
        for (std::size_t i = 1; i < log_.size(); ++i)
            log_[i] = static_cast<int>(params.lmr_log_scale / 128.0 * std::log(static_cast<double>(i)));
    }

    int base(const Params& p, bool improving, int depth, int move_count, int window, int root_window) const {
        const int scale = log_[static_cast<std::size_t>(depth)] * log_[static_cast<std::size_t>(move_count)];
        return scale - window * p.lmr_window_1024 / root_window +
               (improving ? 0 : scale * p.lmr_not_improving_512 / 512) + p.lmr_base;
    }

private:
    int built_for_ = -1;
    std::array<int, 512> log_{};  // indexed by depth and by move number
};

// What the reduction of one move depends on beside the node's facts.
struct ReductionTerms {
    bool pv = false;
    bool cut_node = false;
    bool is_table_move = false;
    bool gives_check = false;
    bool table_score_above_alpha = false;
    bool table_depth_reached = false;
    int move_count = 0;
    int child_cutoffs = 0;
    int history = 0;
    bool noisy = false;
};

inline int reduction_with_terms(const Tuning& t, const NodeFacts& f, int base, const ReductionTerms& m) {
    const Params& p = t.params;
    int r = base;
    if (f.table_pv)
        r -= p.lmr_table_pv + m.pv * p.lmr_pv + m.table_score_above_alpha * p.lmr_table_pv_score +
             m.table_depth_reached * (p.lmr_table_pv_depth + m.cut_node * p.lmr_table_pv_depth);
    r -= m.move_count * p.lmr_move_count;
    r -= std::abs(f.correction) * 1024 / p.lmr_correction_divisor;
    if (m.cut_node) r += p.lmr_cut_node + (f.table.move ? 0 : p.lmr_no_table_move);
    if (f.table_move_noisy) r += p.lmr_table_move_noisy;
    if (m.child_cutoffs > 2) r += p.lmr_cutoff_count;
    if (m.gives_check) r -= p.lmr_gives_check;
    if (m.is_table_move) r -= p.lmr_first_move;
    if (t.features.reduction_by_history)
        r -= m.history * (m.noisy ? p.lmr_noisy_history_8192 : p.lmr_history_8192) / 8192;
    return r;
}

}  // namespace stillpoint
