#include "search/corrections.h"

#include <cstdint>
#include <memory>

#include "search/tuning.h"

namespace stillpoint {

namespace {

constexpr Color kBothColors[] = {Color::White, Color::Black};
// Weights are 1024ths, entries 256ths of a centipawn.
constexpr int kUnit = 1024 * 256;

// Whatever weights a tuner may choose, the sum of all six entries stays below this.
constexpr std::int64_t largest_sum() {
    std::int64_t weights = 0;
    for (const ParamInfo& info : kParamInfos)
        if (info.name.starts_with("corr_") && info.name != "corr_learn")
            weights += info.max * (info.name == "corr_non_pawn" ? 2 : 1);
    return weights * kCorrectionLimit;
}
static_assert(largest_sum() <= INT32_MAX);

}  // namespace

void Corrections::clear() { std::construct_at(this); }

template <class SomeTuning>
int Corrections::of(const TunedNode<SomeTuning>& node) const {
    if (!node.tuning.features.correction_history) return 0;
    const auto& w = node.tuning.params;
    const Color us = node.us();
    const PartialKeys& keys = node.pos.partial_keys();
    int sum = w.corr_pawn * pawn_[us][slot(keys.pawns)] + w.corr_minor * minor_[us][slot(keys.minors)];
    for (Color side : kBothColors) sum += w.corr_non_pawn * non_pawn_[us][side][slot(keys.non_pawns[side])];
    const StackEntry* const ss = node.ss;
    if (const Move last = node.last_move(); last.is_real()) {
        const Piece piece = (ss - 1)->moved_piece;
        sum += w.corr_continuation * (*(ss - 2)->correction)[piece][last.to()] +
               w.corr_continuation4 * (*(ss - 4)->correction)[piece][last.to()];
    }
    return sum / kUnit;
}

template int Corrections::of(const TunedNode<FixedTuning>&) const;
template int Corrections::of(const TunedNode<Tuning>&) const;

template <class SomeTuning>
void Corrections::learn(const TunedNode<SomeTuning>& node, int bonus) {
    const auto& on = node.tuning.features;
    const Color us = node.us();
    const PartialKeys& keys = node.pos.partial_keys();
    if (on.correction_pawn) pawn_[us][slot(keys.pawns)].update(bonus);
    if (on.correction_minor) minor_[us][slot(keys.minors)].update(bonus);
    if (on.correction_non_pawn)
        for (Color side : kBothColors) non_pawn_[us][side][slot(keys.non_pawns[side])].update(bonus);
    // Only where both moves were really made: the stand-in for the others stays empty.
    const StackEntry* const ss = node.ss;
    const Move last = node.last_move();
    if (!last.is_real() || !on.correction_continuation) return;
    const Piece piece = (ss - 1)->moved_piece;
    if ((ss - 2)->current_move.is_real()) (*(ss - 2)->correction)[piece][last.to()].update(bonus);
    if ((ss - 4)->current_move.is_real()) (*(ss - 4)->correction)[piece][last.to()].update(bonus / 2);
}

template void Corrections::learn(const TunedNode<FixedTuning>&, int);
template void Corrections::learn(const TunedNode<Tuning>&, int);

void Corrections::prefetch_continuations(const StackEntry* ss, Piece piece, Square to) const {
    for (int ago : {1, 3}) __builtin_prefetch(&(*(ss - ago)->correction)[piece][to]);
}

void Corrections::prefetch(const Position& pos) const {
    const Color us = pos.side_to_move();
    const PartialKeys& keys = pos.partial_keys();
    __builtin_prefetch(&pawn_[us][slot(keys.pawns)]);
    __builtin_prefetch(&minor_[us][slot(keys.minors)]);
    for (Color side : kBothColors) __builtin_prefetch(&non_pawn_[us][side][slot(keys.non_pawns[side])]);
}

}  // namespace stillpoint
