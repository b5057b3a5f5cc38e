#include "gamedata/filters.h"

#include <cstdlib>

namespace stillpoint::spg {

FilterCounts& FilterCounts::operator+=(const FilterCounts& other) {
    kept += other.kept;
    unscored += other.unscored;
    early += other.early;
    check += other.check;
    noisy += other.noisy;
    score += other.score;
    few_pieces += other.few_pieces;
    return *this;
}

bool keep(const Filters& filters, const ReplayStep& step, FilterCounts& counts) {
    const Position& pos = step.position;
    const auto dropped = [](std::uint64_t& counter) {
        ++counter;
        return false;
    };
    if (!step.scored) return dropped(counts.unscored);
    if (pos.game_ply() < filters.min_ply) return dropped(counts.early);
    if (filters.skip_check && pos.in_check()) return dropped(counts.check);
    if ((filters.skip_captures && pos.is_capture(step.move)) ||
        (filters.skip_promotions && step.move.type() == MoveType::Promotion))
        return dropped(counts.noisy);
    if (std::abs(step.score) > filters.max_score) return dropped(counts.score);
    if (pos.piece_count() < filters.min_pieces) return dropped(counts.few_pieces);
    ++counts.kept;
    return true;
}

}  // namespace stillpoint::spg
