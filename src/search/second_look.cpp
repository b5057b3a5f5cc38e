#include "search/second_look.h"

#include <algorithm>

#include "chess/fen.h"
#include "search/worker.h"

namespace stillpoint {

namespace {

// A score is found by asking whether it is a step further, with steps that grow as long as it is and shrink
// as soon as it is not.
constexpr Score kFirstStep = 16, kSmallestStep = 8;
constexpr int kMostSteps = 24;

// `beyond(bound)` answers with a score that is at least the bound, or below it.
template <class Beyond>
Score settle(Score known, Beyond beyond) {
    Score step = kFirstStep;
    for (int i = 0; i < kMostSteps && step >= kSmallestStep && !is_decisive(known) && known < kMaxEval; ++i) {
        const Score bound = std::min(known + step, kMaxEval);
        const Score answer = beyond(bound);
        if (answer >= bound) {
            known = answer;
            step *= 2;
        } else {
            step /= 2;
        }
    }
    return known;
}

}  // namespace

SecondLook::SecondLook(const SoloSettings& settings, const TablebaseSettings& tablebases)
    : tuning_(settings.tuning), search_(settings) {
    SoloTask task;
    task.tablebases = tablebases;
    search_.prepare(context_, task);
    worker().prepare(context_, start_position(), {});
}

bool SecondLook::take_place(const SoloSearch& search, const NodeEntry& node, const Features& there) {
    if (!search_.take_over(search.table(), search.worker())) return false;
    node_ = node;
    ss_ = &worker().stack_[static_cast<std::size_t>(kStackBefore + node.ply)];
    copy_line(search.worker());
    worker().second_look_ = ss_;
    worker().second_look_tuning_ = {there, tuning_.params};
    nodes_before_ = worker().nodes();
    return true;
}

void SecondLook::copy_line(const Worker& other) {
    Worker& w = worker();
    w.pos_ = other.pos_;
    w.stack_ = other.stack_;
    w.root_depth_ = other.root_depth_;
    w.root_window_ = other.root_window_;
    w.null_move_min_ply_ = other.null_move_min_ply_;
    w.proving_mate_ = other.proving_mate_;
    w.evaluator_.reset();
    // Back to the root and forth again: the stack's pointers must lead to this worker's histories.
    for (StackEntry& entry : w.stack_) {
        entry.continuation = &w.histories_->no_continuation();
        entry.correction = &w.corrections_->no_continuation();
    }
    const StackEntry* const root = &w.stack_[kStackBefore];
    for (const StackEntry* ss = ss_; ss-- != root;)
        ss->current_move == Move::null() ? w.pos_.undo_null() : w.pos_.undo();
    for (StackEntry* ss = &w.stack_[kStackBefore]; ss != ss_; ++ss) {
        const Move m = ss->current_move;
        m == Move::null() ? w.make_null(ss) : w.make<Open>(ss, m);
    }
    // The same count as there: the small noise in the score of a draw comes from it.
    w.nodes_.store(other.nodes(), std::memory_order_relaxed);
    w.next_check_ = 0;
}

const Position& SecondLook::position() const { return search_.worker().pos_; }

Score SecondLook::node() {
    const NodeEntry& n = node_;
    const bool pv = n.kind != NodeKind::NonPv;
    if (n.quiescence)
        return pv ? worker().quiesce<Open, NodeKind::Pv>(ss_, n.alpha, n.beta, n.depth)
                  : worker().quiesce<Open, NodeKind::NonPv>(ss_, n.alpha, n.beta, n.depth);
    return pv ? worker().search<Open, NodeKind::Pv>(ss_, n.alpha, n.beta, n.depth, false)
              : worker().search<Open, NodeKind::NonPv>(ss_, n.alpha, n.beta, n.depth, n.cut_node);
}

Score SecondLook::unreduced_node(int depth, bool cut_node) {
    (ss_ - 1)->reduction = 0;
    return probe_node(node_.beta, depth, cut_node);
}

std::optional<Score> SecondLook::move(const MoveConsidered& skipped) {
    if (node_.quiescence) return probe_move(skipped, skipped.alpha + 1);
    return node_.kind == NodeKind::NonPv ? main_move<NodeKind::NonPv>(skipped)
                                         : main_move<NodeKind::Pv>(skipped);
}

template <NodeKind kKind>
std::optional<Score> SecondLook::main_move(const MoveConsidered& at) {
    constexpr bool kPv = kKind != NodeKind::NonPv;
    Worker& w = worker();
    const NodeFacts& facts = *at.facts;
    Worker::MoveInHand m{.move = at.move,
                         .noisy = w.pos_.is_noisy(at.move),
                         .gives_check = at.gives_check,
                         .count = at.count,
                         .depth = at.depth,
                         .new_depth = at.depth - 1,
                         .best = at.best,
                         .best_move = at.best_move};
    const int base = w.reductions_.base(tuning_.params, facts.improving, at.depth, at.count,
                                        at.beta - at.alpha, w.root_window_);
    m.reduction = base;
    ss_->move_count = at.count;
    if (w.skip<Open>(ss_, facts, m, at.alpha).rule != Rule::None) return std::nullopt;
    m.reduction =
        reduction_with_terms(tuning_, facts, base, w.reduction_terms<Open, kPv>(ss_, facts, m, at.alpha));
    const Worker::MadeMove<Open> made(w, ss_, at.move);
    return w.search_move<Open, kKind>(ss_, facts, m, at.alpha, at.beta);
}

std::optional<SecondLook::QuietMove> SecondLook::quiets(const MoveConsidered& last,
                                                        const std::vector<Move>& seen) {
    Worker& w = worker();
    const auto view = w.view<Open>(ss_);
    // In check a picker gives all moves at once; the quiet ones among them are meant all the same.
    auto picker = MovePicker<Tuning>::for_search(view, *w.histories_, last.facts->table.move, last.depth);
    std::optional<QuietMove> searched;
    MoveConsidered at = last;
    while ((at.move = picker.next())) {
        if (w.pos_.is_noisy(at.move) || at.move == node_.excluded ||
            std::find(seen.begin(), seen.end(), at.move) != seen.end())
            continue;
        ++at.count;
        at.gives_check = w.pos_.gives_check(at.move);
        if (const auto score = move(at)) {
            searched = {at, *score};
            if (*score > at.alpha) break;
        }
    }
    return searched;
}

Score SecondLook::probe_node(Score beta, int depth, bool cut_node) {
    Worker& w = worker();
    return node_.quiescence ? w.quiesce<Open, NodeKind::NonPv>(ss_, beta - 1, beta, depth)
                            : w.search<Open, NodeKind::NonPv>(ss_, beta - 1, beta, depth, cut_node);
}

Score SecondLook::probe_move(const MoveConsidered& at, Score beta) {
    Worker& w = worker();
    const Worker::MadeMove<Open> made(w, ss_, at.move);
    if (node_.quiescence) return -w.quiesce<Open, NodeKind::NonPv>(ss_ + 1, -beta, -beta + 1, at.depth - 1);
    return -w.search<Open, NodeKind::NonPv>(ss_ + 1, -beta, -beta + 1, at.depth - 1, !at.facts->cut_node);
}

Score SecondLook::settle_node(Score answer, bool upwards, int depth, bool cut_node) {
    if (upwards) return settle(answer, [&](Score bound) { return probe_node(bound, depth, cut_node); });
    return -settle(-answer, [&](Score bound) { return -probe_node(-bound + 1, depth, cut_node); });
}

Score SecondLook::settle_move(Score answer, const MoveConsidered& considered) {
    return settle(answer, [&](Score bound) { return probe_move(considered, bound); });
}

}  // namespace stillpoint
