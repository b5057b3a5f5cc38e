#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "eval/evaluator.h"
#include "search/context.h"
#include "search/corrections.h"
#include "search/histories.h"
#include "search/move_picker.h"
#include "search/node_kind.h"
#include "search/policy.h"
#include "search/pruning.h"
#include "search/reductions.h"
#include "search/root_move.h"
#include "search/score.h"
#include "search/stack.h"
#include "search/table.h"
#include "search/trace.h"
#include "util/memory.h"

namespace stillpoint {

// One searching thread's mind: its board, what it has learned, and the search itself. It knows nothing of
// threads, options or output; several workers share a SearchContext.
class Worker {
public:
    explicit Worker(int number = 0);

    // Forgets what was learned, for a new game.
    void clear();
    // Replaces what was learned by what the other has learned.
    void take_over_learning(const Worker& other);

    // Searches until the context's limits or its stop flag end it. Results are in root_moves() afterwards,
    // best first; at least one iteration's worth of a legal move is always there.
    void run(SearchContext& context, const Position& root, const std::vector<RootMove>& root_moves);

    // Called by the one who starts a search: until a worker's turn has come, the others must not take the
    // counts of its last search for those of this one.
    void reset_counts();
    // After the search: shows another worker's line, because its move will be played.
    void report_result_of(const Worker& other);
    // ... or that of another process, which is then this worker's own. It must be one of its root moves.
    void report_result(const WorkerResult& result);

    // What the last search was of, once it has ended.
    const Position& root() const { return pos_; }
    const std::vector<RootMove>& root_moves() const { return root_moves_; }
    int completed_depth() const { return completed_depth_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    std::uint64_t tablebase_hits() const { return tablebase_hits_.load(std::memory_order_relaxed); }
    double best_move_changes() const { return best_move_changes_.load(std::memory_order_relaxed); }
    // What was counted in the last search, if that was an open one.
    const CountTrace& counts() const { return trace_; }
    // Null: nobody listens. A listener makes the searches to come open ones.
    void set_trace_listener(TraceListener* listener) { trace_.set_listener(listener); }
    bool is_first() const { return number_ == 0; }

    Evaluator& evaluator() { return evaluator_; }

private:
    friend class SecondLook;
    friend class WorkerTestAccess;

    // A move, or a pass, that is made on the board until the end of the scope.
    template <class Policy>
    class MadeMove;
    class MadeNullMove;
    // The move a node's loop is at.
    struct MoveInHand {
        Move move;
        bool noisy = false;
        bool gives_check = false;
        int count = 0;
        int depth = 0;                 // of the node when the move's turn came
        int new_depth = 0;             // of the move, before reductions
        int reduction = 0;             // 1024ths of a ply
        Score best = -kInfiniteScore;  // of the moves before it
        Move best_move{};              // of them; none while all failed low
    };

    // deepening.cpp: iterations, windows, lines, reports.
    void prepare(SearchContext& context, const Position& root, const std::vector<RootMove>& root_moves);
    template <class Policy>
    void iterate();
    template <class Policy>
    void search_line();
    template <class Policy>
    void prove_mate();
    void sort_root_moves(std::size_t begin, std::size_t end);
    void end_iteration();
    void settle_interrupted(const RootMove& completed);
    void update_root_move(const MoveInHand& m, Score score, Score alpha, Score beta,
                          std::uint64_t nodes_before);
    void report_lines(int depth);
    void report_line(int depth, std::size_t line);
    void report_current_move(Move move, int number);
    // The first worker looks at its limits now and then.
    bool is_check_due() const { return is_first() && nodes() >= next_check_; }
    void check_limits();

    // search.cpp: a node of the main search.
    template <class Policy, NodeKind kKind>
    Score search(StackEntry* ss, Score alpha, Score beta, int depth, bool cut_node);
    template <class Policy, NodeKind kKind>
    NodeFacts gather_facts(StackEntry* ss, bool cut_node);
    bool contradicts_itself(const TableData& table, Score beta);
    bool goes_to_and_fro(const StackEntry* ss, Move m) const;
    template <class Policy>
    std::optional<Score> try_null_move(StackEntry* ss, Score beta, int depth);
    template <class Policy>
    std::optional<Score> try_probcut(StackEntry* ss, const NodeFacts& facts, Score beta, int depth);
    struct Extension {
        int plies = 0;
        std::optional<Score> cutoff{};
    };
    template <class Policy, bool kPv>
    Extension singular_extension(StackEntry* ss, const NodeFacts& facts, Score beta, int depth);
    // A move that need not be searched, and what skipping it says about the node's score at least.
    struct Skip {
        Rule rule = Rule::None;
        Score reach = -kInfiniteScore;
    };
    template <class Policy>
    Skip skip(StackEntry* ss, const NodeFacts& facts, const MoveInHand& m, Score alpha);
    template <class Policy, bool kPv>
    ReductionTerms reduction_terms(StackEntry* ss, const NodeFacts& facts, const MoveInHand& m, Score alpha);
    template <class Policy, NodeKind kKind>
    Score search_move(StackEntry* ss, const NodeFacts& facts, const MoveInHand& m, Score alpha, Score beta);
    template <class Policy>
    void learn_correction(StackEntry* ss, Score best, int depth);

    // tablebase_probe.cpp: step 5 of a node.
    struct TablebaseScore {
        Score score = 0;
        Bound bound = Bound::Exact;
        bool settles_node = false;
    };
    std::optional<TablebaseScore> probe_tablebase(const StackEntry* ss, const NodeFacts& facts, int depth,
                                                  Score alpha, Score beta);

    // quiescence.cpp: a node beyond the horizon.
    template <class Policy, NodeKind kKind>
    Score quiesce(StackEntry* ss, Score alpha, Score beta, int depth);

    // search.cpp: what all nodes share.
    template <class Policy>
    TunedNode<typename Policy::Tuning> view(StackEntry* ss) const {
        return {{pos_, ss}, tuning<Policy>()};
    }
    template <class Policy>
    void make(StackEntry* ss, Move m);
    void undo();
    void make_null(StackEntry* ss);
    // The evaluation of the current position before correction; shrinks as the fifty-move rule draws near.
    template <class Policy>
    int raw_evaluation();
    static Score corrected(int raw, int correction) {
        return std::clamp(raw + correction, -kMaxEval, kMaxEval);
    }
    // Slightly random, so that a draw by one path doesn't look like every other.
    Score draw_score() const { return kDrawScore - 1 + static_cast<Score>(nodes() & 2); }
    Key table_key() const { return stillpoint::table_key(pos_.key(), pos_.halfmove_clock()); }
    // Fetches the table's entry for the position after the move.
    void prefetch(Move m) const;
    void update_pv(StackEntry* ss, Move m);

    void count_node() { nodes_.store(nodes() + 1, std::memory_order_relaxed); }
    // The workers of all processes do not walk in step.
    int number_among_all() const { return context_->number_of_first_worker + number_; }
    bool stopped() const { return context_->ending.is_over(); }
    template <class Policy>
    const auto& tuning() const {
        if constexpr (Policy::kOpen)
            return context_->tuning;
        else
            return kFixedTuning;
    }
    // At one node: a second look there goes without some technique.
    template <class Policy>
    const auto& tuning([[maybe_unused]] const StackEntry* ss) const {
        if constexpr (Policy::kOpen)
            return ss == second_look_ ? second_look_tuning_ : context_->tuning;
        else
            return kFixedTuning;
    }
    template <class Policy>
    auto& trace() {
        if constexpr (Policy::kOpen)
            return trace_;
        else
            return no_trace_;
    }
    // The open search where something is changed or listened to; the plain one is faster.
    bool needs_open_search() const;

    const int number_;
    SearchContext* context_ = nullptr;
    Position pos_;
    Evaluator evaluator_;
    PageOwner<Histories> histories_;
    PageOwner<Corrections> corrections_;
    Reductions reductions_;
    LabTrace trace_;
    [[no_unique_address]] NoTrace no_trace_;
    const StackEntry* second_look_ = nullptr;
    Tuning second_look_tuning_;

    std::vector<RootMove> root_moves_;
    std::size_t pv_index_ = 0;
    std::size_t pv_last_ = 0;  // end of the group of root moves the current line may choose from
    int root_depth_ = 0;
    int completed_depth_ = 0;
    int selective_depth_ = 0;
    Score root_window_ = 1;
    bool proving_mate_ = false;
    int null_move_min_ply_ = 0;  // while a null move is verified, none before this ply
    std::uint64_t next_check_ = 0;
    Move reported_move_;  // first move of the last line reported

    // For the clock: how the last search of this game ended, and how this one develops.
    Score last_search_score_ = kNoScore;
    std::array<Score, 4> recent_scores_{};
    int stable_iterations_ = 0;

    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<std::uint64_t> tablebase_hits_{0};
    std::atomic<double> best_move_changes_{0};

    std::array<StackEntry, kStackBefore + kMaxPly + kStackAfter> stack_;
    std::array<PvLine, kMaxPly + 2> pv_;
};

template <class Policy>
class Worker::MadeMove {
public:
    MadeMove(Worker& worker, StackEntry* ss, Move m) : worker_(worker) { worker.make<Policy>(ss, m); }
    ~MadeMove() { worker_.undo(); }
    MadeMove(const MadeMove&) = delete;
    MadeMove& operator=(const MadeMove&) = delete;

private:
    Worker& worker_;
};

class Worker::MadeNullMove {
public:
    MadeNullMove(Worker& worker, StackEntry* ss) : worker_(worker) { worker.make_null(ss); }
    ~MadeNullMove() { worker_.pos_.undo_null(); }
    MadeNullMove(const MadeNullMove&) = delete;
    MadeNullMove& operator=(const MadeNullMove&) = delete;

private:
    Worker& worker_;
};

}  // namespace stillpoint
