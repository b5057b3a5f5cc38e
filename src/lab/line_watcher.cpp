#include "lab/line_watcher.h"

#include "search/reductions.h"

namespace stillpoint::lab {

namespace {

bool is_side_search(Purpose purpose) {
    switch (purpose) {
        case Purpose::NullMove:
        case Purpose::NullMoveVerification:
        case Purpose::ProbCutQuiescence:
        case Purpose::ProbCut:
        case Purpose::Singular: return true;
        default: return false;
    }
}

}  // namespace

Move LineWatcher::next_move(const LineVisit& visit) const {
    const auto ply = static_cast<std::size_t>(visit.entry.ply);
    return ply < line_.size() ? line_[ply] : Move::none();
}

bool LineWatcher::holds_line_move() const {
    return on_line() && open_.back().considering &&
           open_.back().considering == next_move(*open_.back().visit);
}

bool LineWatcher::continues_line(const NodeEntry& entry) const {
    if (open_.empty() || entry.purpose == Purpose::Razoring) return true;
    return !is_side_search(entry.purpose) && open_.back().made &&
           open_.back().made == next_move(*open_.back().visit);
}

void LineWatcher::entered(const NodeEntry& entry) {
    if (away_ > 0 || !continues_line(entry)) {
        if (away_++ == 0) detour_ = entry;
        return;
    }
    auto visit = std::make_unique<LineVisit>();
    visit->entry = entry;
    open_.push_back({std::move(visit), Move::none(), Move::none()});
}

void LineWatcher::evaluated(const NodeEvaluation& evaluation) {
    if (on_line()) open_.back().visit->evaluation = evaluation;
}

void LineWatcher::depth_changed(DepthChange why, int plies) {
    if (on_line()) open_.back().visit->depth_changes.emplace_back(why, plies);
}

void LineWatcher::considered(const MoveConsidered& move) {
    if (!on_line()) return;
    LineVisit& visit = *open_.back().visit;
    open_.back().considering = move.move;
    ++visit.considered;
    if (!holds_line_move()) return;
    visit.fate.place = move.count;
    visit.fate.stage = move.stage;
    visit.fate.ordering = ordering_terms(move);
    visit.fate.picker_score = is_sorted(move.stage) ? move.score : 0;
}

void LineWatcher::quiets_called_off(const Finding& finding) {
    if (on_line() && open_.back().visit->quiets_called_off.rule == Rule::None)
        open_.back().visit->quiets_called_off = finding;
}

void LineWatcher::skipped(Move, const Finding& finding) {
    if (holds_line_move()) open_.back().visit->fate.skipped = finding;
}

void LineWatcher::depth_chosen(const MoveDepth& depth) {
    if (!holds_line_move()) return;
    MoveFate& fate = open_.back().visit->fate;
    fate.new_depth = depth.new_depth;
    fate.extension = depth.extension;
    fate.base = depth.base;
    fate.reduction = depth.reduction;
    reduction_with_terms(*depth.tuning, *depth.facts, depth.base, *depth.terms,
                         [&](const char* name, int amount) {
                             if (amount != 0) fate.reduction_terms.push_back({name, amount});
                         });
}

void LineWatcher::made(Move move) {
    if (on_line()) open_.back().made = move;
}

void LineWatcher::concluded(const MoveResult& result) {
    if (!on_line()) return;
    LineVisit& visit = *open_.back().visit;
    if (result.score > result.alpha) visit.best = result.move;
    if (!holds_line_move()) return;
    visit.fate.searched = visit.fate.concluded = true;
    visit.fate.score = result.score;
    visit.fate.alpha = result.alpha;
    visit.fate.beta = result.beta;
}

void LineWatcher::left(const Finding& finding, Score score) {
    if (away_ > 0) {
        if (--away_ == 0 && is_side_search(detour_.purpose)) {
            const bool by_move =
                detour_.purpose == Purpose::ProbCut || detour_.purpose == Purpose::ProbCutQuiescence;
            open_.back().visit->side_searches.push_back(
                {detour_, by_move ? open_.back().made : Move::none(), score});
        }
        return;
    }
    open_.back().visit->ended = finding;
    open_.back().visit->score = score;
    close();
}

void LineWatcher::abandoned() {
    stopping_ = true;
    if (away_ > 0)
        --away_;
    else
        close();
}

void LineWatcher::close() {
    std::unique_ptr<LineVisit> visit = std::move(open_.back().visit);
    open_.pop_back();
    if (open_.empty()) {
        // A stopped window proves nothing; it is kept only if there is no other.
        if (!stopping_ || !root_) root_ = std::move(visit);
        return;
    }
    LineVisit& parent = *open_.back().visit;
    if (visit->entry.purpose == Purpose::Razoring) {
        parent.handed_over = std::move(visit);
    } else {
        parent.fate.searched = true;
        parent.fate.attempts.push_back(std::move(visit));
    }
}

}  // namespace stillpoint::lab
