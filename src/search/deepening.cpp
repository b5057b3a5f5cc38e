// Iterative deepening: the root's moves, aspiration windows, several lines, reports.
#include <algorithm>

#include "chess/fen.h"
#include "search/worker.h"

namespace stillpoint {

namespace {

// After this many milliseconds or nodes a user wants to see intermediate results.
constexpr Milliseconds kReportBoundsAfter = 3000;
constexpr std::uint64_t kReportMovesAfterNodes = 10'000'000;
// How often the clock is looked at, in nodes: about every half millisecond.
constexpr std::uint64_t kCheckInterval = 512;
// Fail-highs in a row are searched shallower by one ply each: the move is clear, its exact score is not
// urgent.
constexpr int kMaxFailHighReduction = 6;
// For the clock, a larger fall of the score is as alarming as this one, in centipawns.
constexpr Score kMaxScoreFall = 1000;
// Helpers skip every fourth depth, and their windows differ by up to seven centipawns: the threads then don't
// all walk in step.
constexpr int kHelpersSkipEvery = 4;
constexpr int kWindowVariety = 8;
constexpr std::size_t kRecentScores = 4;

}  // namespace

std::uint64_t SearchContext::total_nodes() const {
    std::uint64_t sum = 0;
    for (const Worker* w : workers) sum += w->nodes();
    return peers ? sum + peers->counts().nodes : sum;
}

std::uint64_t SearchContext::total_tablebase_hits() const {
    std::uint64_t sum = 0;
    for (const Worker* w : workers) sum += w->tablebase_hits();
    return peers ? sum + peers->counts().tablebase_hits : sum;
}

double SearchContext::total_best_move_changes() const {
    double sum = 0;
    for (const Worker* w : workers) sum += w->best_move_changes();
    return sum;
}

int SearchContext::hashfull() const {
    if (!peers) return table->hashfull();
    const Peers::Counts others = peers->counts();
    return (table->hashfull() + others.hashfull) / (1 + others.processes);
}

Milliseconds SearchContext::elapsed() const {
    if (limits.node_time > 0) return static_cast<Milliseconds>(total_nodes()) / limits.node_time;
    return clock.stopwatch.elapsed();
}

Worker::Worker(int number) : number_(number), pos_(start_position()) { clear(); }

void Worker::clear() {
    histories_->clear();
    corrections_->clear();
    last_search_score_ = kNoScore;
}

void Worker::take_over_learning(const Worker& other) {
    *histories_ = *other.histories_;
    *corrections_ = *other.corrections_;
    last_search_score_ = other.last_search_score_;
}

void Worker::reset_counts() {
    nodes_ = 0;
    tablebase_hits_ = 0;
    best_move_changes_ = 0;
}

void Worker::prepare(SearchContext& context, const Position& root, const std::vector<RootMove>& root_moves) {
    context_ = &context;
    pos_ = root;
    root_moves_ = root_moves;
    evaluator_.reset();
    // Where the table knows the root nobody asks for its evaluation, and every line below it would start from
    // nothing.
    evaluator_.evaluate(pos_);
    reductions_.prepare(context.tuning.params);
    trace_.clear();
    histories_->begin_search();
    stack_.fill(StackEntry{});
    for (std::size_t i = 0; i < stack_.size(); ++i) {
        stack_[i].ply = static_cast<int>(i) - kStackBefore;
        stack_[i].continuation = &histories_->no_continuation();
        stack_[i].correction = &corrections_->no_continuation();
    }
    for (PvLine& line : pv_) line.clear();
    reset_counts();
    root_depth_ = completed_depth_ = selective_depth_ = 0;
    null_move_min_ply_ = 0;
    next_check_ = 0;
    stable_iterations_ = 0;
    reported_move_ = Move::none();
    recent_scores_.fill(last_search_score_);
}

void Worker::run(SearchContext& context, const Position& root, const std::vector<RootMove>& root_moves) {
    prepare(context, root, root_moves);
    if (!root_moves_.empty()) needs_open_search() ? iterate<Open>() : iterate<Plain>();
    if (!root_moves_.empty() && completed_depth_ > 0) last_search_score_ = root_moves_[0].score;
}

bool Worker::needs_open_search() const {
    return context_->open || trace_.has_listener() || context_->tuning != Tuning{};
}

void Worker::sort_root_moves(std::size_t begin, std::size_t end) {
    // Nearly sorted already: inserting one after the other beats a sort that asks for memory each time.
    const auto first = root_moves_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = root_moves_.begin() + static_cast<std::ptrdiff_t>(end);
    for (auto m = first; m != last; ++m)
        std::rotate(std::upper_bound(first, m, *m, comes_before), m, std::next(m));
}

// One line of the current depth: an aspiration window around the mean of earlier scores, widened until it
// holds.
template <class P>
void Worker::search_line() {
    const auto& p = tuning<P>().params;
    StackEntry* const root = &stack_[kStackBefore];
    const RootMove& expected = root_moves_[pv_index_];
    const bool narrow = tuning<P>().features.aspiration && expected.mean_score != -kInfiniteScore;

    int delta = p.asp_delta + number_among_all() % kWindowVariety +
                static_cast<int>(std::max<std::int64_t>(expected.mean_square, 0) / p.asp_square_divisor);
    Score alpha = narrow ? std::max(expected.mean_score - delta, -kInfiniteScore) : -kInfiniteScore;
    Score beta = narrow ? std::min(expected.mean_score + delta, kInfiniteScore) : kInfiniteScore;
    int fail_highs = 0;
    while (true) {
        root_window_ = beta - alpha;
        const int depth = std::max(1, root_depth_ - std::min(fail_highs, kMaxFailHighReduction));
        const Score best = search<P, NodeKind::Root>(root, alpha, beta, depth, false);
        sort_root_moves(pv_index_, pv_last_);
        if (stopped()) return;
        if (best <= alpha) {
            beta = alpha;
            alpha = std::max(best - delta, -kInfiniteScore);
            fail_highs = 0;
        } else if (best >= beta) {
            alpha = std::max(beta - delta, alpha);
            beta = std::min(best + delta, kInfiniteScore);
            ++fail_highs;
        } else {
            return;
        }
        if (is_first() && context_->multi_pv == 1 && context_->elapsed() > kReportBoundsAfter)
            report_line(root_depth_, 0);
        delta += delta * p.asp_widen_percent / 100 + 1;
    }
}

// For `go mate N`: asks for nothing but a mate within the distance. With the window at that score,
// mate-distance pruning bounds the tree, whatever does not mate fails low at once, and no rule may prune a
// quiet key move; the usual search would have to run into it by chance. The two share the table, which was
// measured to find more mates than keeping them apart, and more than proofs alone.
template <class P>
void Worker::prove_mate() {
    const Score goal = mate_in(std::min(2 * *context_->limits.mate - 1, kMaxPly - 1));
    if (stopped() || root_moves_[0].score >= goal) return;
    const std::vector<RootMove> before = root_moves_;
    StackEntry* const root = &stack_[kStackBefore];
    pv_index_ = 0;
    pv_last_ = root_moves_.size();
    root_window_ = 1;
    proving_mate_ = true;
    bool proven = search<P, NodeKind::Root>(root, goal - 1, goal, root_depth_, false) >= goal && !stopped();
    // Again for the line that mates, and the shortest one.
    if (proven)
        proven = search<P, NodeKind::Root>(root, goal - 1, kInfiniteScore, root_depth_, false) >= goal;
    proving_mate_ = false;
    if (proven && !stopped())
        sort_root_moves(0, root_moves_.size());
    else
        root_moves_ = before;
}

template <class P>
void Worker::iterate() {
    const int max_depth = std::min(context_->limits.depth.value_or(kMaxPly - 1), kMaxPly - 1);
    const std::size_t lines =
        std::min(static_cast<std::size_t>(std::max(context_->multi_pv, 1)), root_moves_.size());
    RootMove completed_best = root_moves_[0];

    while (root_depth_ < max_depth && !stopped()) {
        ++root_depth_;
        const int number = number_among_all();
        if (tuning<P>().features.helper_skipping && number > 0 &&
            (root_depth_ + number) % kHelpersSkipEvery == 0 && root_depth_ < max_depth)
            ++root_depth_;
        best_move_changes_.store(best_move_changes() / 2, std::memory_order_relaxed);
        for (RootMove& m : root_moves_) {
            m.previous_score = m.score;
            m.score = -kInfiniteScore;
        }

        pv_last_ = 0;
        for (pv_index_ = 0; pv_index_ < lines && !stopped(); ++pv_index_) {
            // A line only competes with moves of the same tablebase class.
            if (pv_index_ == pv_last_)
                for (++pv_last_; pv_last_ < root_moves_.size() && root_moves_[pv_last_].tablebase_rank ==
                                                                      root_moves_[pv_index_].tablebase_rank;
                     ++pv_last_) {
                }
            selective_depth_ = 0;
            search_line<P>();
            sort_root_moves(0, pv_index_ + 1);
        }
        if (context_->limits.mate) prove_mate<P>();
        if (stopped()) break;

        completed_depth_ = root_depth_;
        trace<P>().iteration({.depth = root_depth_,
                              .nodes = nodes(),
                              .milliseconds = context_->clock.stopwatch.elapsed(),
                              .score = root_moves_[0].score,
                              .move = root_moves_[0].move()});
        stable_iterations_ = root_moves_[0].move() == completed_best.move() ? stable_iterations_ + 1 : 0;
        completed_best = root_moves_[0];
        if (is_first()) {
            report_lines(root_depth_);
            end_iteration();
        }
        recent_scores_[static_cast<std::size_t>(root_depth_) % kRecentScores] = root_moves_[0].score;
    }

    if (completed_depth_ < std::max(root_depth_, 1)) settle_interrupted(completed_best);
    if (is_first() && reported_move_ != root_moves_[0].move()) report_lines(std::max(root_depth_, 1));
}

// The last iteration was cut short. Its new best move is trusted, since it was searched deeper than the old
// one's rivals; but a loss it was about to find and had no time to avoid proves nothing.
void Worker::settle_interrupted(const RootMove& completed) {
    const RootMove& now = root_moves_[0];
    const bool nothing_new = now.score == -kInfiniteScore;
    if (completed_depth_ > 0 && (nothing_new || is_loss(now.score) || now.shown_bound != Bound::Exact)) {
        const auto same = std::find_if(root_moves_.begin(), root_moves_.end(),
                                       [&](const RootMove& m) { return m.move() == completed.move(); });
        const bool better_known = !nothing_new && now.shown_bound == Bound::Lower && !is_loss(now.score) &&
                                  now.move() != completed.move();
        if (!better_known) {
            std::rotate(root_moves_.begin(), same, same + 1);
            root_moves_[0] = completed;
        }
    }
    if (root_moves_[0].score == -kInfiniteScore && completed_depth_ == 0) {
        // Not even one move was finished: show the evaluation for the first legal one.
        const Score eval = pos_.in_check() ? kDrawScore : raw_evaluation<Open>();
        root_moves_[0].score = root_moves_[0].shown_score = eval;
    }
}

void Worker::end_iteration() {
    const RootMove& best = root_moves_[0];
    const double threads = static_cast<double>(context_->workers.size());
    const Score old = recent_scores_[static_cast<std::size_t>(root_depth_) % kRecentScores];
    const auto fall_from = [&](Score before) {
        return is_valid(before) ? std::clamp(before - best.score, -kMaxScoreFall, kMaxScoreFall) : 0;
    };
    context_->ending.check_iteration(
        {.depth = root_depth_,
         .score = best.score,
         .exact = best.shown_bound == Bound::Exact,
         .nodes = context_->total_nodes(),
         .elapsed = context_->elapsed(),
         .stable_iterations = stable_iterations_,
         .signals = {.score_fall = fall_from(last_search_score_),
                     .recent_fall = fall_from(old),
                     .stable_share = static_cast<double>(stable_iterations_) / root_depth_,
                     .best_move_changes = context_->total_best_move_changes() / threads,
                     .effort_share = static_cast<double>(best.effort) /
                                     static_cast<double>(std::max<std::uint64_t>(nodes(), 1)),
                     .legal_moves = static_cast<int>(root_moves_.size())}},
        context_->tuning);
}

void Worker::check_limits() {
    if (context_->peers) context_->peers->progress(*context_);
    const std::uint64_t done = context_->total_nodes();
    context_->ending.check(done, context_->elapsed(), completed_depth_ > 0);
    next_check_ = nodes() + kCheckInterval;
    if (const auto& limit = context_->limits.nodes) {
        // This worker's share of what is left; alone it keeps the limit to the node.
        const std::uint64_t share = (*limit - std::min(done, *limit)) / context_->workers.size();
        next_check_ = std::min(next_check_, nodes() + std::max<std::uint64_t>(share, 1));
    }
}

void Worker::update_root_move(const MoveInHand& m, Score score, Score alpha, Score beta,
                              std::uint64_t nodes_before) {
    RootMove& root = *std::find_if(root_moves_.begin(), root_moves_.end(),
                                   [&](const RootMove& r) { return r.move() == m.move; });
    root.effort += nodes() - nodes_before;
    root.mean_score = root.mean_score == -kInfiniteScore ? score : (score + root.mean_score) / 2;
    const std::int64_t square = std::int64_t{score} * std::abs(score);
    root.mean_square = root.mean_square < 0 ? std::abs(square) : (std::abs(square) + root.mean_square) / 2;

    if (m.count > 1 && score <= alpha) {
        // Only known not to be better; keeps its place behind the best move.
        root.score = -kInfiniteScore;
        return;
    }
    root.score = root.shown_score = score;
    root.shown_bound = Bound::Exact;
    root.selective_depth = selective_depth_;
    if (score >= beta) {
        root.shown_bound = Bound::Lower;
        root.shown_score = beta;
    } else if (score <= alpha) {
        root.shown_bound = Bound::Upper;
        root.shown_score = alpha;
    }
    root.pv.resize(1);
    root.pv.insert(root.pv.end(), pv_[1].begin(), pv_[1].end());
    if (m.count > 1 && pv_index_ == 0)
        best_move_changes_.store(best_move_changes() + 1, std::memory_order_relaxed);
}

void Worker::report_current_move(Move move, int number) {
    if (is_first() && context_->on_current_move && nodes() > kReportMovesAfterNodes)
        context_->on_current_move({root_depth_, move, number + static_cast<int>(pv_index_)});
}

void Worker::report_result_of(const Worker& other) {
    root_moves_ = other.root_moves_;
    root_depth_ = std::max(root_depth_, other.root_depth_);
    report_line(std::max(other.completed_depth_, 1), 0);
}

void Worker::report_result(const WorkerResult& result) {
    const auto mine = std::find_if(root_moves_.begin(), root_moves_.end(),
                                   [&](const RootMove& m) { return m.move() == result.best.move(); });
    std::rotate(root_moves_.begin(), mine, std::next(mine));
    RootMove& best = root_moves_[0];
    best.score = result.best.score;
    best.shown_score = result.best.shown_score;
    best.shown_bound = result.best.shown_bound;
    best.selective_depth = result.best.selective_depth;
    best.pv = result.best.pv;
    root_depth_ = std::max(root_depth_, result.depth);
    report_line(std::max(result.depth, 1), 0);
}

void Worker::report_lines(int depth) {
    const std::size_t lines =
        std::min(static_cast<std::size_t>(std::max(context_->multi_pv, 1)), root_moves_.size());
    for (std::size_t line = 0; line < lines; ++line) report_line(depth, line);
}

void Worker::report_line(int depth, std::size_t line) {
    const RootMove& m = root_moves_[line];
    if (line == 0) reported_move_ = m.move();
    if (!context_->on_info) return;
    // A line not reached in this iteration is shown as the last one left it.
    const bool updated = m.score != -kInfiniteScore;
    if (!updated && (depth == 1 || m.previous_score == -kInfiniteScore)) {
        if (line > 0) return;
    }
    SearchInfo info;
    info.depth = updated ? depth : std::max(1, depth - 1);
    info.selective_depth = std::max(m.selective_depth, 1);
    info.multi_pv = static_cast<int>(line) + 1;
    info.score = without_draw_noise(updated ? m.shown_score : m.previous_score);
    info.bound = updated ? m.shown_bound : Bound::Exact;
    if (context_->tablebases.root_in_tablebase && is_valid(m.tablebase_score) && !is_mate(info.score) &&
        !is_mated(info.score)) {
        info.score = m.tablebase_score;
        info.bound = Bound::Exact;
    }
    info.nodes = context_->total_nodes();
    info.tablebase_hits = context_->total_tablebase_hits();
    info.time = context_->clock.stopwatch.elapsed();
    info.hashfull = context_->hashfull();
    info.pv = m.pv;
    context_->on_info(info);
}

}  // namespace stillpoint
