#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "eval/evaluator.h"
#include "search/context.h"
#include "search/move_picker.h"
#include "search/node_kind.h"
#include "search/pruning.h"
#include "search/reductions.h"
#include "search/root_move.h"
#include "search/score.h"
#include "search/stack.h"
#include "search/statistics.h"
#include "search/table.h"
#include "search/trace.h"
#include "search/tuning.h"
#include "util/memory.h"

namespace stillpoint {

// One searching thread's mind: its board, what it has learned, and the search itself. It knows nothing of
// threads, options or output; several workers share a SearchContext.
class Worker {
public:
    explicit Worker(int number = 0);

    // Forgets what was learned, for a new game.
    void clear();
    // Knows from now on what the other has learned, and nothing else.
    void take_over_learning(const Worker& other);

    // Searches until the context's limits or its stop flag end it. Results are in root_moves() afterwards,
    // best first; at least one iteration's worth of a legal move is always there.
    void run(SearchContext& context, const Position& root, const std::vector<RootMove>& root_moves);

    // Before a search, by whoever starts it: until a worker has come to its turn, the others must not take
    // the counts of its last search for those of this one.
    void reset_counts();
    // After the search: shows another worker's line, because its move will be played.
    void report_result_of(const Worker& other);

    const std::vector<RootMove>& root_moves() const { return root_moves_; }
    int completed_depth() const { return completed_depth_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    std::uint64_t tablebase_hits() const { return tablebase_hits_.load(std::memory_order_relaxed); }
    double best_move_changes() const { return best_move_changes_.load(std::memory_order_relaxed); }
    const ActiveTrace& trace() const { return trace_; }
    // Null: nobody listens. In the lab build only; elsewhere nobody is ever told anything.
    void set_trace_listener(TraceListener* listener) { trace_.set_listener(listener); }
    bool is_first() const { return number_ == 0; }

    Evaluator& evaluator() { return evaluator_; }

private:
    friend class WorkerTestAccess;

    // deepening.cpp
    void prepare(SearchContext& context, const Position& root, const std::vector<RootMove>& root_moves);
    void iterate();
    void search_line();
    void prove_mate();
    void sort_root_moves(std::size_t begin, std::size_t end);
    bool iteration_suffices();
    bool allow_stop();
    void settle_interrupted(const RootMove& completed);
    void report_lines(int depth);
    void report_line(int depth, std::size_t line);
    void report_current_move(Move move, int number);
    void check_limits();

    // search.cpp
    template <NodeKind kKind>
    Score search(StackEntry* ss, Score alpha, Score beta, int depth, bool cut_node);
    NodeFacts gather_facts(StackEntry* ss, const Table::Probe& probe, Move excluded, bool pv, int& raw_eval);
    struct TablebaseScore {
        Score score = 0;
        Bound bound = Bound::Exact;
        bool settles_node = false;
    };
    std::optional<TablebaseScore> probe_tablebase(const StackEntry* ss, int depth, Score alpha, Score beta,
                                                  const Table::Slot& slot, const NodeFacts& facts);
    std::optional<Score> try_null_move(StackEntry* ss, Score beta, int depth);
    std::optional<Score> try_probcut(StackEntry* ss, const NodeFacts& facts, Score beta, int depth,
                                     bool cut_node, const Table::Slot& slot, int raw_eval);
    struct Extension {
        int plies = 0;
        std::optional<Score> cutoff;
    };
    template <bool kPv>
    Extension singular_extension(StackEntry* ss, const NodeFacts& facts, Score beta, int depth,
                                 bool cut_node);
    // The move the loop is at.
    struct MoveInHand {
        Move move;
        bool noisy = false;
        bool gives_check = false;
        int count = 0;
        Score best_so_far = 0;
    };
    Rule skip_rule(StackEntry* ss, const NodeFacts& facts, const MoveInHand& m, Score alpha, Score& best,
                   bool has_best_move, int depth, int reduction);
    template <NodeKind kKind>
    Score search_move(StackEntry* ss, const NodeFacts& facts, const MoveInHand& m, Score alpha, Score beta,
                      int depth, int new_depth, int reduction, bool cut_node);
    void update_root_move(const MoveInHand& m, Score score, Score alpha, Score beta,
                          std::uint64_t nodes_before);

    // quiescence.cpp
    template <NodeKind kKind>
    Score quiesce(StackEntry* ss, Score alpha, Score beta, int depth);

    // learning.cpp
    // Moves of a node that did not become its best: as many as are remembered for a malus.
    using RefutedMoves = StaticVector<Move, 32>;
    int correction(const StackEntry* ss) const;
    void learn_correction(StackEntry* ss, int bonus);
    int quiet_record(const StackEntry* ss, Move m) const;
    int noisy_record(Move m) const;
    int victim_value(Move m) const;
    void learn_continuations(StackEntry* ss, Piece piece, Square to, int bonus);
    void learn_quiet(StackEntry* ss, Move m, int bonus);
    void learn_capture(Move m, int bonus);
    void learn_from_cutoff(StackEntry* ss, Move best, int depth, bool best_is_table_move,
                           const RefutedMoves& quiets, const RefutedMoves& captures);
    void learn_prior_move(StackEntry* ss, int depth);

    OrderingContext ordering(const StackEntry* ss) const;
    void make(StackEntry* ss, Move m);
    void undo();
    // The evaluation of the current position before correction; shrinks as the fifty-move rule draws near.
    int raw_evaluation();
    Score corrected(int raw, int correction) const;
    // Slightly random, so that a draw by one path doesn't look like every other.
    Score draw_score() const { return kDrawScore - 1 + static_cast<Score>(nodes() & 2); }
    Key table_key() const { return stillpoint::table_key(pos_.key(), pos_.halfmove_clock()); }
    // Fetches what will be needed after the move.
    void prefetch(Move m) const;
    void prefetch_corrections() const;

    void count_node() { nodes_.store(nodes() + 1, std::memory_order_relaxed); }
    bool stopped() const { return context_->stop.load(std::memory_order_relaxed); }

    const Tuning& tuning() const { return context_->tuning; }
    void update_pv(StackEntry* ss, Move m);

    const int number_;
    SearchContext* context_ = nullptr;
    Position pos_;
    Evaluator evaluator_;
    PageOwner<Statistics> statistics_;
    PageOwner<Corrections> corrections_;
    // Stands in for the history of moves that were never made.
    std::unique_ptr<ContinuationTable> no_continuation_;
    std::unique_ptr<PieceToTable<Corrections::kLimit>> no_correction_;
    Reductions reductions_;
    [[no_unique_address]] ActiveTrace trace_;

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

}  // namespace stillpoint
