#pragma once

#include <array>

#include "chess/move.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "search/histories.h"
#include "search/stack.h"
#include "util/containers.h"

namespace stillpoint {

struct ScoredMove {
    Move move;
    int score;
};

// Where a move came from. The order of the enumerators is the order of play in each of the four sequences.
enum class PickStage : std::uint8_t {
    MainTable,
    MainNoisyInit,
    GoodNoisy,
    FirstKiller,
    SecondKiller,
    Countermove,
    QuietInit,
    GoodQuiet,
    BadNoisy,
    BadQuiet,
    EvasionTable,
    EvasionInit,
    Evasion,
    ProbcutTable,
    ProbcutInit,
    Probcut,
    QuiescenceTable,
    QuiescenceNoisyInit,
    QuiescenceNoisy,
    QuiescenceChecksInit,
    QuiescenceChecks,
    RecaptureInit,
    Recapture,
    Done
};

// Whether moves of the stage are sorted by a score; the others hand out a move or two known beforehand.
constexpr bool is_sorted(PickStage stage) {
    switch (stage) {
        case PickStage::GoodQuiet:
        case PickStage::BadQuiet:
        case PickStage::GoodNoisy:
        case PickStage::BadNoisy:
        case PickStage::QuiescenceNoisy:
        case PickStage::Recapture:
        case PickStage::Evasion: return true;
        default: return false;
    }
}

// Hands out the moves of a node one at a time, the most promising first, and generates as late as it can:
// most nodes are cut by one of the first moves. Every legal move (of the kind asked for) comes exactly once.
template <class SomeTuning>
class MovePicker {
public:
    using Node = TunedNode<SomeTuning>;

    // All moves, for the main search; evasions if in check.
    static MovePicker for_search(const Node& node, const Histories& histories, Move table_move, int depth);
    // Quiescence: evasions in check, otherwise captures and queen promotions; with quiet checks at its first
    // ply and only recaptures deep down, if those features are on. `depth` is 0 at the first ply and falls.
    static MovePicker for_quiescence(const Node& node, const Histories& histories, Move table_move, int depth,
                                     Square recapture_square);
    // Captures that win at least `threshold` by exchange.
    static MovePicker for_probcut(const Node& node, const Histories& histories, Move table_move,
                                  int threshold);

    // The next move, or none at the end.
    Move next();
    // From now on no more quiet moves.
    void skip_quiets() { skip_quiets_ = true; }
    // The stage the last move came from.
    PickStage stage() const { return returned_stage_; }
    int last_score() const { return last_score_; }

private:
    MovePicker(const Node& node, const Histories& histories)
        : node_(node), pos_(node.pos), histories_(histories) {}

    void start(PickStage table_stage, Move table_move);
    template <class Keep>
    Move pick_best(Keep keep);
    template <class Keep>
    Move pick_in_order(Keep keep);
    Move give(Move m, PickStage stage) {
        returned_stage_ = stage;
        return m;
    }
    bool is_refutation(Move m) const { return m == killers_[0] || m == killers_[1] || m == countermove_; }
    bool usable_refutation(Move m) const;
    void score_noisy(const MoveList& moves);
    void score_quiets(const MoveList& moves);
    void score_evasions(const MoveList& moves);

    const Node& node_;
    const Position& pos_;
    const Histories& histories_;
    Move table_move_;
    Move killers_[2]{};
    Move countermove_{};
    int depth_ = 0;
    int threshold_ = 0;
    Square recapture_square_ = Square::None;
    bool skip_quiets_ = false;
    PickStage stage_ = PickStage::Done;
    PickStage returned_stage_ = PickStage::Done;
    int last_score_ = 0;

    ScoredMove* cursor_ = nullptr;
    ScoredMove* end_ = nullptr;
    ScoredMove* bad_noisy_end_ = nullptr;  // bad captures wait at the front of the buffer
    ScoredMove* bad_quiet_begin_ = nullptr;
    ScoredMove* quiet_end_ = nullptr;
    RawArray<ScoredMove, kMaxMoves> moves_;
};

}  // namespace stillpoint
